/* exit_status.h - the exit statuses; exits.def describes them for each command. */
#ifndef CLI_OUTPUT_EXIT_STATUS_H
#define CLI_OUTPUT_EXIT_STATUS_H

enum {
    STATUS_FOUND = 0,         /* found; it holds                        */
    STATUS_NONE = 1,          /* proved: none; it does not hold         */
    STATUS_USAGE = 2,         /* bad usage or a bad puzzle              */
    STATUS_UNKNOWN = 3,       /* a limit came first                     */
    STATUS_FILE = 4,          /* not read, not written, or not trusted  */
    STATUS_VIOLATED = 5,      /* an invariant or a property is          */
    STATUS_INTERRUPTED = 130, /* as a shell has it for SIGINT           */
};

#endif
