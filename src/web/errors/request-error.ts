/** A rejected or failed request, with the server's error message. The code `NETWORK` means that no response arrived. */
export class RequestError extends Error {
  readonly code: string;
  readonly status: number;
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(message: string, code: string, status: number, detail: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.detail = detail;
  }

  /**
   * Whether a retry may succeed: no response, a response of another server such as a proxy, or an overloaded server.
   */
  get isTemporary(): boolean {
    return this.code === 'NETWORK' || this.status >= 500 || this.status === 429;
  }

  /** Whether a portal before the server answered, at which the user has to sign in again. */
  get isFromPortal(): boolean {
    return this.detail.isFromPortal === true;
  }
}
