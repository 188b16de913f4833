import type { Log } from '../log.ts';
import type { SyslogAddress } from '../settings/kinds.ts';
import { FileOutput } from './file-output.ts';
import { SyslogOutput } from './syslog-output.ts';

/** An entry of the audit log, as files and syslog receive it. */
export interface AuditRecord {
  /** Seconds since 1970. */
  timestamp: number;
  kind: string;
  [field: string]: string | number | null;
}

/** Where entries of the audit log go besides the database. */
export interface AuditOutput {
  write(record: AuditRecord): void;
  /** Opens files and connections again, such as after a log rotation. */
  reopen(): void;
  /** Resolves when what was written has left, or after a short time. */
  close(): Promise<void>;
}

/** The settings that this needs; they may change while the server runs. */
interface Choices {
  auditFile: string | undefined;
  auditSyslog: SyslogAddress | undefined;
}

/**
 * Copies entries of the audit log to a file and to syslog. A failure is logged and changes nothing else: the entries
 * are also in the database.
 */
export class AuditOutputs implements AuditOutput {
  readonly #choices: Choices;
  readonly #log: Log;
  #outputs: AuditOutput[] | undefined;

  constructor(choices: Choices, log: Log) {
    this.#choices = choices;
    this.#log = log;
  }

  /** Opens the outputs, so that what is wrong is logged at the start. */
  open(): void {
    this.#opened();
  }

  write(record: AuditRecord): void {
    for (const output of this.#opened()) output.write(record);
  }

  /** Also applies changed settings. */
  reopen(): void {
    void this.close();
    this.open();
  }

  async close(): Promise<void> {
    const outputs = this.#outputs ?? [];
    this.#outputs = undefined;
    await Promise.all(outputs.map((output) => output.close()));
  }

  #opened(): AuditOutput[] {
    if (this.#outputs) return this.#outputs;
    const { auditFile, auditSyslog } = this.#choices;
    this.#outputs = [
      ...(auditFile === undefined ? [] : [new FileOutput(auditFile, this.#log)]),
      ...(auditSyslog === undefined ? [] : [new SyslogOutput(auditSyslog, this.#log)]),
    ];
    return this.#outputs;
  }
}
