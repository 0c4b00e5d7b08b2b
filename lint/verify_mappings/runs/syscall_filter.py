"""The system calls that the code of examples may make, compiled for the kernel.

All others are answered as by a kernel that does not know them (ENOSYS): libraries are made to run
on older kernels and do without. So does glibc for `clone3`, whose flags no filter can see.
"""

from __future__ import annotations

import errno
import itertools
import tempfile
from typing import Any

from verify_mappings.walls import OWN_PROCESS

# By reason. Starting processes, other processes, memory outside of the limits (`memfd_create`,
# shared memory), sockets, rights and times of files (which Landlock does not know), mounts and
# whatever has a kernel's faults in it are not here.
_ALWAYS = {
    "memory within the limits": "brk membarrier mincore mprotect mremap msync munmap",
    "files, as far as Landlock goes": """
        access chdir close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2
        fchdir fdatasync fstat fstatfs fsync ftruncate getcwd getdents64 link linkat lseek
        lstat mkdir mkdirat newfstatat pread64 preadv preadv2 pwrite64 pwritev pwritev2 read
        readlink readlinkat readv rename renameat renameat2 rmdir sendfile stat statfs statx
        symlink symlinkat umask unlink unlinkat write writev""",
    "waiting for what it has opened itself": """
        epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2
        pipe pipe2 poll ppoll pselect6 select""",
    "threads": """
        arch_prctl exit exit_group futex futex_waitv gettid rseq sched_yield set_robust_list
        set_tid_address""",
    "time": """
        alarm clock_getres clock_gettime clock_nanosleep getitimer gettimeofday nanosleep setitimer
        time times""",
    "handling signals": """
        pause restart_syscall rt_sigaction rt_sigpending rt_sigprocmask rt_sigreturn rt_sigsuspend
        rt_sigtimedwait sigaltstack""",
    "what it is and what there is": """
        getcpu getegid geteuid getgid getgroups getpgid getpgrp getpid getppid getpriority
        getrandom getresgid getresuid getrlimit getrusage getsid getuid sched_get_priority_max
        sched_get_priority_min sched_getaffinity sysinfo uname""",
}
_THREAD, _NAMESPACES = 0x00010000, 0x7E020080
_LOCKED = 0x2000
_ACCESS, _TRUNCATE = 0o3, 0o1000
# By name of the call, position of an argument and mask: the values that this argument may have
# under the mask. A call is allowed where all that is said of it holds.
_WHOLE = 0xFFFFFFFF_FFFFFFFF
_OPENING = (_ACCESS | _TRUNCATE, (0o0, 0o1, 0o2, 0o1001, 0o1002))  # truncate only what it writes
_IF: dict[str, dict[int, tuple[int, tuple[int, ...]]]] = {
    # Threads, but no processes and no namespaces.
    "clone": {0: (_THREAD | _NAMESPACES, (_THREAD,))},
    "open": {1: _OPENING},
    "openat": {2: _OPENING},
    # Copies and flags of descriptors; no signals to others, no larger pipes, and no locks, which
    # could be on files of the libraries, too, for which another process then waits.
    "fcntl": {1: (_WHOLE, (0, 1, 2, 3, 4, 1030))},
    # Whether it is a terminal, how wide, how much there is to read, closing on exec, blocking.
    "ioctl": {1: (_WHOLE, (0x5401, 0x802C542A, 0x5413, 0x541B, 0x5450, 0x5451, 0x5421))},
    # Memory that can be swapped out (a limit of its own holds for locked memory, but not for root).
    "mmap": {3: (_LOCKED, (0,))},
    # No feigned faults of the machine's memory, which root may ask for.
    "madvise": {2: (_WHOLE, tuple(range(26)))},
    # Names of threads and of memory; it stays bound to the life of its worker.
    "prctl": {0: (_WHOLE, (15, 16, 0x53564D41))},
    # Limits: looked at, its own, never changed.
    "prlimit64": {0: (_WHOLE, (0,)), 2: (_WHOLE, (0,))},
    "sched_setaffinity": {0: (_WHOLE, (0, OWN_PROCESS))},
    "kill": {0: (_WHOLE, (OWN_PROCESS,))},
    "tgkill": {0: (_WHOLE, (OWN_PROCESS,))},
}

# For processes that connect to each other, in a namespace that has no other network: TCP, and what
# the kernel tells of the interfaces. Of their options, those of sockets and of TCP.
_CONNECTED = """
    accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmsg sendmsg
    sendto shutdown"""
_TCP, _ROUTES = (2, 1), (16, 3)  # a family of addresses, and a type of sockets
_SOCKETS: dict[str, tuple[dict[int, tuple[int, tuple[int, ...]]], ...]] = {
    "socket": (
        {0: (_WHOLE, _TCP[:1]), 1: (0xF, _TCP[1:]), 2: (_WHOLE, (0, 6))},
        {0: (_WHOLE, _ROUTES[:1]), 1: (0xF, _ROUTES[1:]), 2: (_WHOLE, (0,))},
    ),
    "setsockopt": ({1: (_WHOLE, (1, 6))},),
}


def compiled_filter(connected: bool = False) -> bytes | None:
    """The filter as instructions for the kernel; None where there is no libseccomp.

    With `connected` it lets processes connect by TCP.
    """
    try:
        import pyseccomp
    except (ImportError, RuntimeError):  # no package, as outside of Linux, or no library
        return None
    unknown = pyseccomp.ERRNO(errno.ENOSYS)
    made = pyseccomp.SyscallFilter(unknown)
    made.set_attr(pyseccomp.Attr.ACT_BADARCH, unknown)
    for name in " ".join(_ALWAYS.values()).split():
        _allow(made, name)
    conditional = [*_IF.items()]
    if connected:
        for name in _CONNECTED.split():
            _allow(made, name)
        conditional += [(name, one) for name, ways in _SOCKETS.items() for one in ways]
    for name, conditions in conditional:
        wanted = (
            [pyseccomp.Arg(position, pyseccomp.MASKED_EQ, mask, value) for value in values]
            for position, (mask, values) in conditions.items()
        )
        for arguments in itertools.product(*wanted):
            _allow(made, name, *arguments)
    with tempfile.TemporaryFile() as file:
        made.export_bpf(file)
        file.seek(0)
        return file.read()


def _allow(made: Any, name: str, *arguments: object) -> None:
    """Allow a call; some are of one kind of processor only, or newer than libseccomp."""
    import pyseccomp

    if pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name) >= 0:
        made.add_rule(pyseccomp.ALLOW, name, *arguments)
