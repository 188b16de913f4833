import type { ImportedMessage, ImportRecord } from '../chat/organization/imports/types.ts';

/** Before chat existed, and far in the future, in seconds: such a time is broken, or has another unit. */
const EARLIEST = Date.UTC(1980, 0, 1) / 1000;
const LATEST = Date.UTC(2100, 0, 1) / 1000;

/** Whole seconds; undefined: nobody would believe this time. */
const believable = (time: unknown): number | undefined =>
  typeof time === 'number' && time >= EARLIEST && time <= LATEST ? Math.floor(time) : undefined;

/** The fields of records that are times, and are worth less than the record: a broken one is unknown. */
const OPTIONAL = ['joined', 'created', 'edited', 'moved', 'since', 'ends'] as const;
/** Without these, a record means nothing. */
const REQUIRED = ['sent', 'deliver_at'] as const;

/** The record with the times that can be believed; undefined: it has none where it needs one. */
export function withBelievableTimes<R extends ImportRecord>(record: R): R | undefined {
  const times = record as R & Record<string, unknown>;
  const known: Record<string, unknown> = {};
  for (const field of OPTIONAL) if (times[field] !== undefined) known[field] = believable(times[field]);
  for (const field of REQUIRED) {
    if (!(field in times)) continue;
    known[field] = believable(times[field]);
    if (known[field] === undefined) return undefined;
  }
  const inner =
    record.kind === 'message' ? innerTimes(record) : record.kind === 'do-not-disturb' ? restTimes(record) : {};
  return { ...record, ...known, ...inner };
}

const innerTimes = ({ pinned, history }: ImportedMessage) => ({
  pinned: pinned && { ...pinned, at: believable(pinned.at) },
  history: history?.flatMap((change) => {
    const time = believable(change.time);
    return time === undefined ? [] : [{ ...change, time }];
  }),
});

/** Here, 0 means that there is no such time. */
function restTimes({ value }: Extract<ImportRecord, { kind: 'do-not-disturb' }>) {
  const { until, resumed_until, ...rest } = value as Record<string, unknown>;
  return { value: { ...rest, until: believable(until) ?? 0, resumed_until: believable(resumed_until) ?? 0 } };
}
