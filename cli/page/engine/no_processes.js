// no_processes.js - a page starts no other programs: posix_spawnp fails with ENOSYS, and the program says so.
mergeInto(LibraryManager.library, { posix_spawnp: function () { return {{{ cDefine('ENOSYS') }}}; } });
