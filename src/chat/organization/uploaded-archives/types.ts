import { type Static, Type } from 'typebox';
import { Nullable, OneOf } from '../../../kernel/http/schema.ts';

const ImportProduct = OneOf('slack', 'zulip', 'mattermost', 'rocketchat', 'discord');
export type ImportProduct = Static<typeof ImportProduct>;

const Numbers = Type.Record(Type.String(), Type.Integer());

/** What an import did, or in a dry run would do: the parts of the command's result that owners see. */
export const ImportResult = Type.Object({
  /** The server that the archive is from. */
  source: Type.String(),
  /** By what is imported, such as `messages`: how many are in the archive, and how many of them are new here. */
  plan: Type.Record(Type.String(), Type.Object({ total: Type.Integer(), new: Type.Integer() })),
  /** New rows and changes, by kind. */
  effects: Numbers,
  /** What is left out, most first. */
  reasons: Type.Array(Type.Object({ kind: Type.String(), reason: Type.String(), number: Type.Integer() })),
  people: Type.Object({
    can_sign_in: Type.Integer(),
    without_address: Type.Integer(),
    deactivated: Type.Integer(),
    bots: Type.Integer(),
  }),
});
export type ImportResult = Static<typeof ImportResult>;

/** Checking is a dry run. After an import, the archive is gone and its result remains for a day. */
export const ArchiveState = OneOf('uploaded', 'checking', 'checked', 'importing', 'imported', 'failed');
export type ArchiveState = Static<typeof ArchiveState>;

export const ArchiveView = Type.Object({
  file_name: Type.String(),
  /** In bytes. */
  size: Type.Integer(),
  state: ArchiveState,
  /** How much of the reading or of the writing is done, from 0 to 1. Null: nothing runs, or it is not known. */
  progress: Nullable(Type.Object({ phase: OneOf('reading', 'writing'), part: Type.Number() })),
  /** Why the last run failed, in English. */
  error: Nullable(Type.String()),
  /** Of the last run that succeeded. */
  result: Nullable(ImportResult),
  /** Whether there is a list of everything that is left out. */
  has_report: Type.Boolean(),
});
export type ArchiveView = Static<typeof ArchiveView>;

/** What an owner chooses for a run. */
export const ImportOptions = {
  product: ImportProduct,
  /** Changes nothing, and reports what the import would do. */
  dry_run: Type.Boolean(),
  /** The settings of the archive replace the organization’s, also if people have accounts here. */
  settings: Type.Boolean({ default: false }),
  /** People keep the roles of the archive, also if the organization has an owner. */
  roles: Type.Boolean({ default: false }),
  /** Channels whose privacy the archive does not tell become public (Discord). */
  public_channels: Type.Boolean({ default: false }),
};
const ImportOptionsObject = Type.Object(ImportOptions);
export type ImportOptions = Static<typeof ImportOptionsObject>;
