import { Type } from 'typebox';
import { Maybe, Nullable, OneOf } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { AUDITED_KINDS, AuditEntry } from './types.ts';
import { auditEntryView } from './views.ts';

export const getAuditLog = endpoint({
  method: 'GET',
  path: '/audit_log',
  summary: 'Get the audit log, latest entries first: who did what to whom, when and from which address',
  auth: 'administrator',
  params: {
    /** Continues the list: the `before` of the previous reply. */
    before: Maybe(Type.Integer()),
    num: Maybe(Type.Integer({ minimum: 1, maximum: 200 })),
    /** The user that did it, or that it was done to. */
    user_id: Maybe(Type.Integer()),
    kind: Maybe(OneOf(...AUDITED_KINDS)),
    /** The first second, and the second after the last one. */
    since: Maybe(Type.Integer()),
    until: Maybe(Type.Integer()),
  },
  returns: { entries: Type.Array(AuditEntry), before: Nullable(Type.Integer()) },
  handle({ app, user, params }) {
    const { before = Number.MAX_SAFE_INTEGER, num: limit = 50 } = params;
    const { user_id = null, kind = null, since = null, until = null } = params;
    const found = app.auditLog.find({ before, user: user_id, kind, since, until, limit });
    return {
      entries: found.map((entry) => auditEntryView(app, user, entry)),
      before: found.length === limit ? found.at(-1)!.id : null,
    };
  },
});
