import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { ExportView } from './types.ts';

/** An export was started, completed or deleted; for human administrators. */
export const exportsChanged = event('realm_export', undefined, { exports: Type.Array(ExportView) });
