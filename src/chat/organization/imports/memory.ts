/** A run of an import, from its start until the server ends. */
export interface ImportRun {
  /** New accounts may become more than members. */
  keepsRoles: boolean;
  /** The settings of the organization are replaced. */
  bringsSettings: boolean;
}

/**
 * The newest run of each source, by its id. Records without one make nobody more than a member, and change no settings
 * of the organization.
 */
export class ImportRuns extends Map<number, ImportRun> {}
