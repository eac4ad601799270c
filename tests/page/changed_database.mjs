// changed_database.mjs - a database whose puzzle's text is another than the one that it was made of.
import { execFileSync } from 'node:child_process';

export class ChangedDatabase {
    constructor(file) { this.file = file; }

    setSource(text) {
        execFileSync('/usr/bin/python3', ['-c', "import sqlite3, sys\ndb = sqlite3.connect(sys.argv[1])\ndb.execute(\"UPDATE meta SET value = ? WHERE key = 'source'\", (sys.stdin.read(),))\ndb.commit()", this.file], { input: text });
    }
}
