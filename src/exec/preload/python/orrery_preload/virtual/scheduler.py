"""The scheduler: one thread of the program runs at a time, and the process says when all of them wait.

The running thread has the turn. It gives it up only where it waits, to the thread that has been ready for longest. If
none is ready, the thread that gives up the turn looks for events itself: bytes for a waiting thread, or a word from the
sandbox. Invariants: files are looked at only when no thread is ready, so that it does not matter whether bytes come
sooner or later; whoever changes the scheduler has the turn, but for the arrivals, which are a list of their own.
"""

from __future__ import annotations

import _thread
import heapq
import itertools
import os
import select
from collections import deque
from typing import Any, Deque, Dict, List, Optional, Tuple

from ..control import Control, Report
from .connections import Connections
from .ends import Ends
from .lead import Lead
from .waits import GIVEN_UP, GRANTED, PENDING, TIMED_OUT, Turn, Wait, microseconds

# Real time between two looks of a thread that was interrupted and wants the turn: seconds.
RETRY = 0.01
# Real time that an answer may take after the end of the window: milliseconds.
AFTER_END = 20
# The largest number that every reader of JSON keeps exactly.
SAFE_INTEGER = 2**53 - 1
Times = Dict[str, int]
_get_ident = _thread.get_ident
_poll = getattr(select, "poll", None)
_pipe, _read, _write = os.pipe, os.read, os.write


class Scheduler:
    """Owns the turns, the deadlines and simulated time (`now`, microseconds since 1970).

    `times` is what answers hello: present time and the end of the window.
    """

    def __init__(self, control: Control, connections: Connections, report: Report, times: Times) -> None:
        self.jump: Optional[Tuple[int, int]] = None  # from when on dates are wrong, and by how much
        self._control = control
        self.ends = Ends(connections)
        self._connections = connections
        self._report = report
        self.start = times["now"]
        self._numbers = itertools.count()
        self.begin_again(times)

    @property
    def date(self) -> int:
        """The time that dates show, microseconds since 1970: `now`, or what a jump of the clock makes of it."""
        if self.jump is None or self.now < self.jump[0]:
            return self.now
        return self.now + self.jump[1]

    def begin_again(self, times: Times) -> None:
        """Starts with the calling thread alone: at first, and in a forked process."""
        self.now = times["now"]
        self._last = times["last"]
        self._lead = Lead(self._connections, self.now)
        # Whether the program has been asked to end and means to do it by itself.
        self.is_told_to_end = False
        self._epoch = 0
        # How often a turn was given up, for the watch.
        self.pauses = 0
        self._ready: Deque[Turn] = deque()
        self._arrivals: Deque[Turn] = deque()
        self._deadlines: List[Tuple[int, int, Wait]] = []
        # Waits for files, in the order in which they began.
        self._file_waits: Dict[Wait, None] = {}
        # Whether the sandbox was told that all wait, and for other processes: it cannot know what these send.
        self._waits_for_others = False
        # Waits for semaphores, in the order in which they began, and those that were given back since the last word.
        self._semaphore_waits: Dict[Wait, None] = {}
        self._released: Dict[str, None] = {}
        # The thread that looks for events, while none has the turn.
        self._finder = 0
        self._bell, self._bell_push = _pipe()
        os.set_blocking(self._bell, False)
        os.set_blocking(self._bell_push, False)
        self.owner: Optional[Turn] = self._new_turn_here()
        self._turns = {self.owner.ident: self.owner}

    # Threads

    def _new_turn_here(self) -> Turn:
        turn = Turn()
        turn.ident = _get_ident()
        return turn

    def expect_thread(self) -> Turn:
        """Returns the turn of a thread about to start. It is ready from now on."""
        turn = Turn()
        self._ready.append(turn)
        return turn

    def forget_thread(self, turn: Turn) -> None:
        """Takes back `expect_thread`, for a thread that could not be started."""
        self._ready.remove(turn)

    def begin_thread(self, turn: Turn) -> None:
        """Called by a new thread first: waits for its turn."""
        turn.ident = _get_ident()
        self._turns[turn.ident] = turn
        turn.lock.acquire()

    def end_thread(self, turn: Turn) -> None:
        """Called by a thread last: gives up the turn for good."""
        del self._turns[turn.ident]
        self._hand_on()

    def _this_turn(self) -> Turn:
        turn = self._turns.get(_get_ident())
        if turn is None:
            self._report.unsupported("a thread that Python did not start", "its waits take no turns")
        return turn

    # Waiting

    def deadline(self, seconds: float) -> int:
        """The instant `seconds` from now: whole microseconds, at least one later."""
        return self.now + microseconds(seconds)

    def sleep(self, seconds: float) -> None:
        """Waits until a time. No time at all is a microsecond, so that a program cannot spin on it."""
        self.wait(Wait(), self.deadline(seconds))

    def wait(self, wait: Wait, deadline: Optional[int] = None) -> str:
        """Gives up the turn until the wait ends. Returns GRANTED or TIMED_OUT."""
        turn = wait.turn = self._this_turn()
        if deadline is not None:
            heapq.heappush(self._deadlines, (deadline, next(self._numbers), wait))
        if wait.files:
            self._file_waits[wait] = None
        if wait.semaphore is not None:
            self._semaphore_waits[wait] = None
        try:
            self._give_up(turn)
        except BaseException:
            if wait.outcome is PENDING:
                wait.outcome = GIVEN_UP
            raise
        finally:
            self._file_waits.pop(wait, None)
            self._semaphore_waits.pop(wait, None)
        return wait.outcome

    def end(self, wait: Wait, outcome: str) -> bool:
        """Ends a wait and makes its thread ready. Returns False if it has ended before."""
        if wait.outcome is not PENDING:
            return False
        wait.outcome = outcome
        self._ready.append(wait.turn)
        return True

    def released(self, name: str) -> None:
        """A semaphore has been given back: another process may wait for it, or a thread of this one."""
        self._released[name] = None
        self._try_semaphores()

    def _try_semaphores(self) -> None:
        for wait in list(self._semaphore_waits):
            if not wait.semaphore.is_zero():
                self.end(wait, GRANTED)

    # The turn

    def _give_up(self, turn: Turn) -> None:
        """Gives the turn to the next thread and waits to get it back."""
        self.pauses += 1
        self.owner = None
        try:
            self._find_ready()
        except BaseException:
            self._take_back(turn)
            raise
        successor = self._ready.popleft()
        self.owner = successor
        if successor is not turn:
            successor.lock.release()
            try:
                turn.lock.acquire()
            except BaseException:
                self._recover(turn)
                raise

    def _hand_on(self) -> None:
        """Gives the turn to the next thread and does not ask for it back."""
        self.pauses += 1
        self.owner = None
        self._find_ready()
        self.owner = self._ready.popleft()
        self.owner.lock.release()

    def _recover(self, turn: Turn) -> None:
        """Gets the turn for a thread that an exception took out of its wait."""
        if self._borrow(turn) is not None:
            self._take_back(turn)

    def _take_back(self, turn: Turn) -> None:
        """Lets a thread run that has been made ready or not: it needs no turn any more."""
        if turn in self._ready:
            self._ready.remove(turn)
        self.owner = turn

    def _borrow(self, turn: Turn) -> Optional[Turn]:
        """Gets the turn for a waiting thread that must run out of order.

        Returns the extra turn that it got, or None if its own turn came meanwhile.
        """
        extra = Turn()
        extra.ident = _get_ident()
        self._arrivals.append(extra)
        self.ring()
        while not extra.lock.acquire(timeout=RETRY):
            if turn.lock.acquire(False):
                self._discard(extra)
                return None
        return extra

    def _discard(self, extra: Turn) -> None:
        for turns in (self._arrivals, self._ready):
            if extra in turns:
                turns.remove(extra)

    def run_out_of_order(self, action: Any) -> Any:
        """Runs `action`, a signal's handler, with the turn, wherever its thread was interrupted."""
        turn = self._this_turn()
        if self.owner is turn:
            return action()
        if self.owner is None and self._finder == turn.ident:
            return self._run_while_finding(turn, action)
        extra = self._borrow(turn)
        try:
            return action()
        finally:
            if extra is None:
                turn.lock.release()
            else:
                self._hand_on()

    def _run_while_finding(self, turn: Turn, action: Any) -> Any:
        """Runs `action` in the thread that looks for events, then lets it look again."""
        self.owner = turn
        try:
            return action()
        finally:
            self.owner = None
            self._finder = turn.ident
            self.ring()

    # Events

    def ring(self) -> None:
        """Wakes the thread that looks for events. Any thread may ring."""
        try:
            _write(self._bell_push, b"!")
        except BlockingIOError:
            pass

    def _find_ready(self) -> None:
        """Looks for events until a thread is ready; says that all wait whenever that is so."""
        self._finder = _get_ident()
        self._take_arrivals()
        while not self._ready:
            if not self._look(0) and not self._go_on():
                self._wait_for_event()
            self._take_arrivals()

    def _go_on(self) -> bool:
        """Goes to the next deadline by itself, or says that all wait. Returns whether a thread is ready."""
        if self._connections.are_opening() or any(wait.is_outside() for wait in self._file_waits):
            return False
        until = self._next_deadline()
        ends = self.ends.of(self._file_waits)
        if until is not None and ends is None and self._lead.may_go(until):
            self._set_time(max(self.now + 1, until))
            return True
        self._say_idle(until, ends)
        return False

    def settle(self) -> None:
        """Has the sandbox follow to the present, before this process starts or ends something that others see."""
        if self._lead.is_ahead(self.now):
            self._ask("time", now=self.now)

    def ask_turn(self) -> None:
        """Waits, without the turn, until the other processes of the run wait."""
        owner, self.owner = self.owner, None
        self._ask("turn")
        self.owner = owner

    def _ask(self, kind: str, **fields: Any) -> None:
        """Says a line and waits until the time is told."""
        self._control.say(kind, **fields)
        while not self._hear():
            pass

    def _hear(self) -> bool:
        """Hears at least one line. Returns whether one of them tells the time."""
        lines = self._control.read()
        for line in lines:
            self._lead.hear(line, self.now)
            self._set_time(line.get("now", self.now))
        self._try_semaphores()
        return any("now" in line for line in lines)

    def _wait_for_event(self) -> None:
        """Waits for an event, however long. After the end of the window time would stand still for ever.

        A program that handles SIGTERM then gets the time that it needs to end in order.
        """
        if self.is_told_to_end and self.now >= self._last:
            if not self._look(AFTER_END) and self._deadlines:
                self._set_time(self._deadlines[0][0])
        else:
            self._look(None)

    def _take_arrivals(self) -> None:
        while self._arrivals:
            self._ready.append(self._arrivals.popleft())

    def _look(self, timeout: Optional[int]) -> bool:
        """Waits for an event of a file, in real time, and acts on it. Returns whether there was one."""
        poll = _poll()
        poll.register(self._control.fileno(), select.POLLIN)
        poll.register(self._bell, select.POLLIN)
        for file, event in self._awaited_files().items():
            poll.register(file, event)
        happened = dict(poll.poll(timeout))
        if happened and self._connections.wait_for_openings():
            happened = dict(poll.poll(0))
        if self._waits_for_others and self._control.fileno() not in happened and self._is_woken_by_others():
            self.ask_turn()
            self._waits_for_others = False
            happened = dict(poll.poll(0))
        if self._control.fileno() in happened:
            self._hear()
        if self._bell in happened:
            _read(self._bell, 4096)
        for wait in list(self._file_waits):
            if not happened.keys().isdisjoint(wait.files):
                self.end(wait, GRANTED)
        return bool(happened)

    def _is_woken_by_others(self) -> bool:
        """Whether a file has an event that is not of the sandbox."""
        poll = _poll()
        for wait in self._file_waits:
            for file, event in wait.watched.items():
                if self._connections.at(file) is None:
                    poll.register(file, event)
        return bool(poll.poll(0))

    def _awaited_files(self) -> Dict[int, int]:
        files: Dict[int, int] = {}
        for wait in self._file_waits:
            for file, event in wait.files.items():
                files[file] = files.get(file, 0) | event
        return files

    def _set_time(self, now: int) -> None:
        """Sets simulated time. What is due becomes ready in the order of its deadlines."""
        self.now = max(self.now, now)
        while self._deadlines and self._deadlines[0][0] <= self.now:
            self.end(heapq.heappop(self._deadlines)[2], TIMED_OUT)

    def _next_deadline(self) -> Optional[int]:
        while self._deadlines and self._deadlines[0][2].outcome is not PENDING:
            heapq.heappop(self._deadlines)
        return self._deadlines[0][0] if self._deadlines else None

    def _say_idle(self, until: Optional[int], ends: Optional[Dict[str, Any]]) -> None:
        """Says that every thread waits: until when, what has been sent and received, and `ends` of other processes."""
        self._epoch += 1
        reading = {file for wait in self._file_waits for file in wait.reading}
        self._waits_for_others = ends is not None
        awaited = {wait.semaphore.shared_name: None for wait in self._semaphore_waits}
        locks = {"awaited": list(awaited), "released": list(self._released)}
        self._released.clear()
        rows = self._connections.rows()
        self._lead.said(self.now, rows)
        self._control.say(
            "idle",
            epoch=self._epoch,
            now=self.now,
            until=until if until is not None and until <= SAFE_INTEGER else None,
            connections=rows,
            unread=self._connections.unread(reading),
            **({} if ends is None else {"ends": ends}),
            kept=self._connections.kept(),
            **({"locks": locks} if any(locks.values()) else {}),
        )
