// explorer.ts - the page that `wgcq page DB...` writes: databases and their views.
import { begin, drawFrame } from './main';

void drawFrame().then(begin);
