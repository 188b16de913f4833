import type { Reply } from '../../server/types.ts';

/** An app of the catalogue. */
export type Integration = Reply<'GET /integrations'>['integrations'][number];
