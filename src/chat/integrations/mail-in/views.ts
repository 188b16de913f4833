import { type Static, Type } from 'typebox';
import type { App } from '../../../app.ts';
import { Nullable } from '../../../kernel/http/schema.ts';

/** In which ways this server receives mail, and whether they work. Null: the operator has not set it up. */
export const ReceivingStatus = Type.Object({
  smtp: Nullable(
    Type.Object({
      /** Null: it does not listen. */
      port: Nullable(Type.Integer()),
      /** Why it does not listen, in words. */
      failure: Nullable(Type.String()),
    }),
  ),
  mailbox: Nullable(
    Type.Object({
      /** The host of the mailbox. */
      host: Type.String(),
      uses_oauth: Type.Boolean(),
      /** When it was last searched since the start of the server, in UNIX seconds. */
      last_success: Nullable(Type.Integer()),
      /** Why it cannot be read, in words. */
      failure: Nullable(Type.String()),
      /** How many of its mails could not be received, and why the last one could not. */
      stuck: Type.Integer(),
      stuck_reason: Nullable(Type.String()),
    }),
  ),
});
export type ReceivingStatus = Static<typeof ReceivingStatus>;

/** Only the process that writes knows it. */
export function receivingStatus({ config: { choices }, memory }: App): ReceivingStatus {
  const { port = null, failure = null } = memory.mailListening;
  return {
    smtp: choices.mailListen === undefined ? null : { port, failure },
    mailbox: choices.mailImapUrl === undefined ? null : describeMailbox(choices.mailImapUrl, choices.mailImapOauth),
  };

  function describeMailbox(url: string, oauth: string | undefined): ReceivingStatus['mailbox'] {
    const { lastSuccess: last_success = null, failure: reason = null, stuck, stuckReason } = memory.mailbox;
    return {
      host: new URL(url).host,
      uses_oauth: oauth !== undefined,
      last_success,
      failure: reason,
      stuck,
      stuck_reason: stuck > 0 ? (stuckReason ?? null) : null,
    };
  }
}
