/* scene_traffic.h - how many of the best plans make the moves of each arrow of a scene. */
#ifndef ANSWERS_DRAW_SCENE_TRAFFIC_H
#define ANSWERS_DRAW_SCENE_TRAFFIC_H

#include "answers/draw/scene.h"

/* Fills in `plans` and `share` of edges and arrows; `of`: "shortest" or "cheapest", by what the run
   minimizes.  As a node of several states, an arrow of several moves may be passed more than once
   by a plan; each time counts.  WGCQ_EREQUEST: another word, or there is no goal.  WGCQ_EUNKNOWN:
   not all of the best plans are known. */
int scene_count_traffic(scene *s, const uint32_t *node_of, wgcq_trace *trace, const char *of,
                        wgcq_error *err);

#endif
