import type { Served } from '../../kernel/http/deliver.ts';
import { resource } from '../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';

export const reference = resource({
  memory: { referenceDocuments: () => new Map<'openapi' | 'page', Served>() },
  parts: [endpoints],
});
