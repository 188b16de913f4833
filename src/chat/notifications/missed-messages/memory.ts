/** The users who read something, for each transport that removes notifications of what was read. */
export class RecentReaders {
  readonly #readers = { phones: new Set<number>(), ntfy: new Set<number>() };

  add(user: number): void {
    for (const readers of Object.values(this.#readers)) readers.add(user);
  }

  /** Returns those who read something since this transport last asked. */
  take(transport: 'phones' | 'ntfy'): number[] {
    const readers = [...this.#readers[transport]];
    this.#readers[transport].clear();
    return readers;
  }
}
