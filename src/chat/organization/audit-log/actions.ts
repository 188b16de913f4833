import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { AuditedAction } from './types.ts';

/** Who does an audited action, from which address, and with which program. */
export interface AuditOrigin {
  actor?: { id: number } | undefined;
  address: string;
  client: string;
}

/** Adds an action to the audit log, in the current database turn. */
export function recordAction(app: App, action: AuditedAction, { actor, address, client }: AuditOrigin): void {
  const { kind, user_id = null, stream_id: channel_id = null, details = '' } = action;
  app.db.write(() =>
    app.auditLog.add({
      time: seconds(app.clock),
      kind,
      actor_id: actor?.id ?? null,
      user_id,
      channel_id,
      details: details.slice(0, MAX_DETAILS),
      address,
      client: client.slice(0, MAX_CLIENT),
    }),
  );
}

/**
 * Records a failed sign-in. The address that was typed is not stored: it may be a password. Further failures of the
 * same hour are only in the server's log, so that nobody can fill the disk.
 */
export function recordSignInFailure(app: App, email: string, origin: Omit<AuditOrigin, 'actor'>): void {
  const hour = Math.floor(seconds(app.clock) / HOUR);
  const failures = app.memory.recordedFailures;
  if (failures.hour !== hour) Object.assign(failures, { hour, count: 0 });
  if (failures.count >= FAILURES_PER_HOUR) return;
  failures.count += 1;
  recordAction(app, { kind: 'sign_in_failure', user_id: app.users.byEmail(email.trim())?.id }, origin);
}

const HOUR = 3600;
/** Failed sign-ins that are recorded in an hour. */
const FAILURES_PER_HOUR = 30;
const MAX_DETAILS = 1000;
const MAX_CLIENT = 60;
