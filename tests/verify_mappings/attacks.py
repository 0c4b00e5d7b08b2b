"""What code of strangers was made to try, and what came of it; `isolation.md` has it as a table.

`python tests/verify_mappings/attacks.py` prints that table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

# What the code of each attack finds, beside VICTIM (another process of the same user), OUTSIDE (a
# folder that the user may write), SECRET (a file in it), CHECKOUT, HOME and the PORT of a server.
PRELUDE = """
import ctypes, errno, fcntl, mmap, os, resource, signal, socket, subprocess, sys
import threading
import multiprocessing, multiprocessing.shared_memory, multiprocessing.util
libc = ctypes.CDLL(None, use_errno=True)
WORKER = os.getppid()

def c(name, *arguments):
    '''Past Python: whether a function of the C library fails, and how.'''
    ctypes.set_errno(0)
    given = getattr(libc, name)(*arguments)
    return errno.errorcode[ctypes.get_errno()] if given < 0 else f"done ({given})"

def forked(name, *arguments):
    '''The same for what makes a process, which ends at once.'''
    before = os.getpid()
    given = c(name, *arguments)
    if os.getpid() != before:
        os._exit(0)
    return given

def spawned(program):
    arguments = (ctypes.c_char_p * 2)(program)
    number = libc.posix_spawn((ctypes.c_int * 1)(), program, None, None, arguments, None)
    return errno.errorcode.get(number, "done")

def linked(path):
    libc.symlink(path.encode(), b"link")
    return "link"

def threads(stack):
    threading.stack_size(stack)
    stop = threading.Event()
    try:
        for _ in range(1000):
            threading.Thread(target=stop.wait).start()
    finally:
        stop.set()
    return "done"

def deep():
    for _ in range(1500):
        libc.mkdir(b"deep", 0o700)
        libc.chdir(b"deep")
    return "done"

def locked():
    os.mkdir("locked", 0o300)
    open("locked/file", "w").close()
    os.mkdir("locked/closed", 0)
    return "done"

def tcp():
    return libc.socket(2, 1, 0)

def reached(host, port):
    address = b"\\2\\0" + port.to_bytes(2, "big") + socket.inet_aton(host) + bytes(8)
    return c("connect", tcp(), address, 16)

def new_interface():
    '''What the kernel answers to a message that asks for one.'''
    kernel = libc.socket(16, 3, 0)
    libc.send(kernel, b"\\x20\\0\\0\\0\\x10\\0\\5\\6" + bytes(24), 32, 0)
    answer = ctypes.create_string_buffer(64)
    libc.recv(kernel, answer, 64, 0)
    return errno.errorcode[-int.from_bytes(answer[16:20], "little", signed=True)]

def attack():
    return {code}

try:
    result = str(attack())
except OSError as error:
    result = errno.errorcode[error.errno] if error.errno else type(error).__name__
except BaseException as error:
    result = type(error).__name__
"""


@dataclass(frozen=True, slots=True)
class Attack:
    """One attempt: in words, as an expression, and what must come of it.

    It is made by one process, or by each of several that are connected.
    """

    what: str
    code: str
    answer: str
    processes: int = 1

    @property
    def way(self) -> str:
        """What the code goes through."""
        past = self.code.startswith(("c(", "forked(", "spawned(", "reached(", "new_interface("))
        return "`ctypes`" if past else "torch" if self.code.startswith("torch.") else "Python"


_SEVERAL = "Network, of an example that several processes run"
_CALL = "c('syscall', {}, 0, 0, 0, 0)"
_TABLE = {
    "Other processes": [
        (
            "end another process by a limit on its CPU time",
            "resource.prlimit(VICTIM, resource.RLIMIT_CPU, (0, 0))",
            "ENOSYS",
        ),
        (
            "the same",
            "c('prlimit', VICTIM, resource.RLIMIT_CPU, (ctypes.c_ulong * 2)(), None)",
            "ENOSYS",
        ),
        (
            "take the worker's descriptors away",
            "resource.prlimit(WORKER, resource.RLIMIT_NOFILE, (6, 6))",
            "ENOSYS",
        ),
        ("slow the worker down", "os.setpriority(os.PRIO_PROCESS, WORKER, 19)", "ENOSYS"),
        (
            "slow all processes of the user down",
            "c('setpriority', os.PRIO_USER, os.getuid(), 1)",
            "ENOSYS",
        ),
        (
            "schedule the worker after all others",
            "os.sched_setscheduler(WORKER, os.SCHED_IDLE, os.sched_param(0))",
            "ENOSYS",
        ),
        ("bind the worker to one processor", "os.sched_setaffinity(WORKER, [0])", "ENOSYS"),
        ("signal the worker", "os.kill(WORKER, 0)", "Refused"),
        ("the same", "c('kill', WORKER, 0)", "ENOSYS"),
        ("signal another process", "c('kill', VICTIM, signal.SIGKILL)", "ENOSYS"),
        ("signal its process group", "os.killpg(0, 0)", "Refused"),
        ("signal whatever can be signalled", "c('kill', -1, 0)", "ENOSYS"),
        ("signal a thread of the worker", "c('tgkill', WORKER, WORKER, 0)", "ENOSYS"),
        ("signal through a descriptor of a process", "os.pidfd_open(WORKER)", "ENOSYS"),
        ("have the kernel signal the worker", "c('fcntl', os.pipe()[0], 8, WORKER)", "ENOSYS"),
        ("debug the worker", "c('ptrace', 16, WORKER, None, None)", "ENOSYS"),
        ("read the worker's memory", "open(f'/proc/{WORKER}/mem', 'rb')", "Refused"),
        ("the same", "c('open', f'/proc/{WORKER}/mem'.encode(), os.O_RDONLY)", "EACCES"),
        (
            "the same by a call for it",
            "c('process_vm_readv', WORKER, None, 0, None, 0, 0)",
            "ENOSYS",
        ),
        ("read another process's environment", "open(f'/proc/{VICTIM}/environ')", "Refused"),
        ("the same", "c('open', f'/proc/{VICTIM}/environ'.encode(), os.O_RDONLY)", "EACCES"),
        ("list the processes", "os.listdir('/proc')", "EACCES"),
        ("take over a descriptor of the worker", _CALL.format("438, WORKER"), "ENOSYS"),
        ("write to the worker's descriptors", "os.write(3, b'{}')", "EBADF"),
    ],
    "Starting processes, and staying": [
        ("fork", "os.fork()", "Refused"),
        ("the same", "forked('fork')", "ENOSYS"),
        (
            "the same by the call that no filter can look into",
            "forked('syscall', 435, None, 0)",
            "ENOSYS",
        ),
        (
            "the same by a number of another kind of processor",
            "forked('syscall', 0x40000000 + 57)",
            "ENOSYS",
        ),
        ("become a daemon", "forked('daemon', 1, 1)", "ENOSYS"),
        (
            "a process of `multiprocessing`",
            "multiprocessing.get_context('fork').Process(target=int).start()",
            "Refused",
        ),
        ("a program", "subprocess.run(['true'])", "Refused"),
        (
            "a program past the audit hook",
            "multiprocessing.util.spawnv_passfds(b'/bin/true', [b'true'], [])",
            "ENOSYS",
        ),
        ("the same", "spawned(b'/bin/true')", "ENOSYS"),
        ("a shell command", "os.system('true')", "Refused"),
        ("become another program", "os.execv('/bin/true', ['true'])", "Refused"),
        ("the same", "c('execv', b'/bin/true', (ctypes.c_char_p * 2)(b'true'))", "ENOSYS"),
        ("outlive the worker", "c('prctl', 1, 0, 0, 0, 0)", "ENOSYS"),
    ],
    "Memory and other means": [
        ("8 GiB", "bytearray(8 << 30)", "MemoryError"),
        ("8 GiB in the library", "torch.zeros(1 << 31)", "RuntimeError"),
        ("8 GiB that are not counted before they are used", "mmap.mmap(-1, 8 << 30)", "ENOMEM"),
        ("higher limits", "resource.setrlimit(resource.RLIMIT_AS, (-1, -1))", "ENOSYS"),
        ("a file in memory", "os.memfd_create('x')", "ENOSYS"),
        ("the same, kept secret", _CALL.format(447), "ENOSYS"),
        ("shared memory that stays", "c('shmget', 0, 4096, 0o1600)", "ENOSYS"),
        (
            "shared memory with a name",
            "multiprocessing.shared_memory.SharedMemory(create=True, size=4096).unlink()",
            "EACCES",
        ),
        ("a queue of messages that stays", "c('msgget', 0, 0o1600)", "ENOSYS"),
        ("semaphores that stay", "c('semget', 0, 1, 0o1600)", "ENOSYS"),
        ("memory in pipes", "fcntl.fcntl(os.pipe()[1], fcntl.F_SETPIPE_SZ, 1 << 20)", "ENOSYS"),
        ("memory that cannot be swapped out", "c('mlockall', 1)", "ENOSYS"),
        ("pages given up as faulty", "c('madvise', None, 0, 101)", "ENOSYS"),
        (
            "locked as it is taken",
            "c('mmap', None, 4096, 3, 0x2022, -1, ctypes.c_long(0))",
            "ENOSYS",
        ),
        (
            "having others ended where memory runs out",
            "open('/proc/self/oom_score_adj').read().strip()",
            "1000",
        ),
        (
            "being spared there",
            "c('open', b'/proc/self/oom_score_adj', os.O_WRONLY)",
            "EACCES",
        ),
        ("1,000 threads of 8 MiB", "threads(8 << 20)", "RuntimeError"),
        ("1,000 open files", "[open('a', 'w') for _ in range(1000)]", "EMFILE"),
        ("printing without end", "[os.write(1, bytes(1 << 20)) for _ in range(100)]", "EFBIG"),
        ("a file of 100 MiB", "open('a', 'wb').write(bytes(100 << 20))", "EFBIG"),
        (
            "space on the disk beyond the end of a file",
            "c('fallocate', os.open('a', 66), 1, ctypes.c_long(0), ctypes.c_long(100 << 20))",
            "ENOSYS",
        ),
        ("looping without end", "exec('while True: pass')", "timeout"),
        ("stopping itself", "os.kill(os.getpid(), signal.SIGSTOP)", "timeout"),
    ],
    "Reading": [
        ("the users of the machine", "open('/etc/passwd').read()", "EACCES"),
        ("the same", "c('open', b'/etc/passwd', os.O_RDONLY)", "EACCES"),
        (
            "the same in the library",
            "torch.from_file('/etc/passwd', size=1, dtype=torch.uint8)",
            "RuntimeError",
        ),
        ("the same by a link", "open(linked('/etc/passwd')).read()", "EACCES"),
        ("the same by the root of the process", "open('/proc/self/root/etc/passwd')", "EACCES"),
        ("the same by another call", _CALL.format("437, -100, b'/etc/passwd'"), "ENOSYS"),
        ("a file in a folder of the user", "open(SECRET).read()", "EACCES"),
        ("the home folder", "os.listdir(HOME)", "EACCES"),
        ("the checkout", "open(f'{CHECKOUT}/pyproject.toml').read()", "EACCES"),
        ("the entries", "os.listdir(f'{CHECKOUT}/mappings')", "EACCES"),
        ("other examples", "os.listdir('../..')", "EACCES"),
        (
            "modules where the command was started",
            "[p for p in sys.path if p in ('', CHECKOUT)]",
            "[]",
        ),
        ("the environment of whoever runs it", "sorted(os.environ)", "['HOME', 'TMPDIR']"),
        ("the log of the kernel", "c('klogctl', 10, None, 0)", "ENOSYS"),
    ],
    "Writing": [
        ("a file elsewhere", "open(f'{OUTSIDE}/a', 'w')", "Refused"),
        (
            "the same",
            "c('open', f'{OUTSIDE}/a'.encode(), os.O_CREAT | os.O_WRONLY, 0o600)",
            "EACCES",
        ),
        ("the same by a link", "c('creat', f'{linked(OUTSIDE)}/a'.encode(), 0o600)", "EACCES"),
        ("the same in the library", "torch.save(torch.ones(1), f'{OUTSIDE}/a')", "RuntimeError"),
        ("a library", "c('open', torch.__file__.encode(), os.O_WRONLY)", "EACCES"),
        ("empty a file", "c('truncate', SECRET.encode(), 0)", "ENOSYS"),
        ("empty a library", "c('open', torch.__file__.encode(), os.O_TRUNC)", "ENOSYS"),
        ("remove a file", "c('unlink', SECRET.encode())", "EACCES"),
        ("give a file a second name", "c('link', SECRET.encode(), b'a')", "EXDEV"),
        ("move a file in", "c('rename', SECRET.encode(), b'a')", "EACCES"),
        ("rights of a file", "os.chmod(SECRET, 0)", "Refused"),
        ("the same", "c('chmod', SECRET.encode(), 0)", "ENOSYS"),
        ("rights of an open library", "os.chmod(os.open(torch.__file__, 0), 0o644)", "ENOSYS"),
        ("owner of a file", "c('chown', SECRET.encode(), -1, -1)", "ENOSYS"),
        ("lock a library", "fcntl.flock(os.open(torch.__file__, 0), fcntl.LOCK_EX)", "ENOSYS"),
        ("the same", "fcntl.lockf(os.open(torch.__file__, 0), fcntl.LOCK_SH)", "ENOSYS"),
        ("the same", "c('flock', os.open(torch.__file__, 0), 2)", "ENOSYS"),
        ("times of a file", "os.utime(SECRET)", "ENOSYS"),
        ("attributes of a file", "os.setxattr(SECRET, 'user.a', b'')", "ENOSYS"),
        ("a pipe in the place of its recording", "os.mkfifo('../plain.recording')", "ENOSYS"),
        ("a device", "os.mknod('a', 0o020600, os.makedev(1, 5))", "ENOSYS"),
        ("folders 1,500 deep", "deep()", "done"),
        ("folders that nobody may open", "locked()", "done"),
    ],
    "Network": [
        ("a server on this machine", "socket.create_connection(('127.0.0.1', PORT))", "Refused"),
        ("a TCP socket", "c('socket', 2, 1, 0)", "ENOSYS"),
        ("a UDP socket", "c('socket', 10, 2, 0)", "ENOSYS"),
        ("a socket of the file system, such as Docker's", "c('socket', 1, 1, 0)", "ENOSYS"),
        ("a socket of the kernel's settings", "c('socket', 16, 3, 0)", "ENOSYS"),
        ("looking up a name", "socket.getaddrinfo('example.org', 80)", "Refused"),
        ("calls through a ring", _CALL.format(425), "ENOSYS"),
    ],
    _SEVERAL: [
        ("a server on this machine", "reached('127.0.0.1', PORT)", "ECONNREFUSED"),
        ("another machine", "reached('192.0.2.1', 443)", "ENETUNREACH"),
        ("the same", "socket.create_connection(('192.0.2.1', 443))", "Refused"),
        ("a UDP socket", "c('socket', 2, 2, 0)", "ENOSYS"),
        ("a socket of IPv6", "c('socket', 10, 1, 0)", "ENOSYS"),
        ("a socket for packets of its own making", "c('socket', 2, 3, 1)", "ENOSYS"),
        ("the same, below IP", "c('socket', 17, 3, 0)", "ENOSYS"),
        ("a socket of the file system, such as Docker's", "c('socket', 1, 1, 0)", "ENOSYS"),
        ("a socket of the firewall", "c('socket', 16, 3, 12)", "ENOSYS"),
        ("rules of the firewall", "c('setsockopt', tcp(), 0, 64, None, 0)", "ENOSYS"),
        ("another interface", "new_interface()", "EPERM"),
        ("settings of one", "c('ioctl', tcp(), 0x8914, bytes(40))", "ENOSYS"),
        ("the rights of the namespaces' owner", "c('capset', bytes(8), bytes(24))", "ENOSYS"),
        ("fork", "forked('fork')", "ENOSYS"),
        ("signal the other process", "c('kill', os.getpid() + 1, signal.SIGKILL)", "ENOSYS"),
        ("a file elsewhere", "c('open', SECRET.encode(), os.O_RDONLY)", "EACCES"),
        ("how the machine is called", "os.uname().nodename", "127.0.0.1"),
    ],
    "Kernel": [
        ("namespaces of its own", "c('unshare', 0x10000000)", "ENOSYS"),
        ("another root folder", "c('chroot', b'.')", "ENOSYS"),
        ("mounting", "c('mount', b'a', b'.', b'tmpfs', 0, None)", "ENOSYS"),
        ("mounting by the newer calls", _CALL.format(430), "ENOSYS"),
        ("another user", "c('setuid', os.getuid())", "ENOSYS"),
        ("a file by its handle", "c('open_by_handle_at', -100, None, 0)", "ENOSYS"),
        ("another personality", "c('personality', -1)", "ENOSYS"),
        ("a thread from before the walls stood", "len(os.listdir('/proc/self/task'))", "1"),
        ("a system call of kernels to come", _CALL.format(4000), "ENOSYS"),
    ],
}
ATTACKS = {
    group: [Attack(*attempt, processes=2 if group == _SEVERAL else 1) for attempt in attempts]
    for group, attempts in _TABLE.items()
}


def table() -> Iterator[str]:
    """The lines of the table."""
    yield from ("| attempt | through | what came of it |", "|---|---|---|")
    for group, attacks in ATTACKS.items():
        yield f"| **{group}** | | |"
        for attack in attacks:
            yield f"| {attack.what} | {attack.way} | `{attack.answer}` |"


if __name__ == "__main__":
    print("\n".join(table()))
