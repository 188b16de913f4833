/** What a journal reports to the database. */
export interface Confirmation {
  /** All turns up to this position survive a loss of power. Lower positions than before are ignored. */
  confirm(position: number): void;
  /** Nobody knows whether turns that are not confirmed yet are durable. The process must end. */
  commitsFailed(error: Error): void;
}

/** Copies turns to other processes: their changed rows, and what else the other processes must do. */
export interface TurnCopies {
  /** Called in the transaction, at its beginning. */
  begin(): void;
  /** Called in the transaction, at the end of its work. `records` describe events; see src/kernel/cluster/turn.ts. */
  seal(records: readonly unknown[]): void;
  /** The transaction failed. */
  discard(): void;
}

/**
 * Makes committed turns durable. The database appends every turn that changed something, right after its COMMIT, and
 * publishes nothing of it before the journal confirms it. See docs/design/journal.md.
 */
export interface Journal {
  /** Takes the turn that was just committed. Positions rise by one, from 1. */
  append(position: number): void;
  /** A turn without a position was committed: nobody waits for it, and the next one makes it durable, too. */
  appendLazily?(): void;
  /** Called before a transaction begins. */
  beforeTurn(): void;
  /**
   * Calls `commit` as soon as that makes the open turn durable sooner. While an older turn is synced, it does not, and
   * what is written meanwhile joins the open turn.
   */
  whenReady(commit: () => void): void;
  /** What a journal that copies turns to other processes needs besides. */
  readonly copies?: TurnCopies;
  /** Makes every appended turn durable before it returns. It blocks, so it is for the end of the process. */
  flush(): void;
  /** After the last turn: syncs outside of the event loop what closing the database would sync. */
  settle?(): Promise<void>;
  /** Call it before the database closes. Returns what remains to do afterwards. */
  close(): () => void;
  /** While this is set, requests that change something should wait for it: the log is about to restart. */
  readonly pause: Promise<void> | undefined;
}

const nothing = (): void => {};
const atOnce = (commit: () => void): void => commit();

/** For a database whose COMMIT itself reaches the disk (`synchronous = FULL`), or that has no file. */
export const immediateJournal = ({ confirm }: Confirmation): Journal => ({
  append: confirm,
  beforeTurn: nothing,
  whenReady: atOnce,
  flush: nothing,
  close: () => nothing,
  pause: undefined,
});
