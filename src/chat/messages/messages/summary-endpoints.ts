import { Type } from 'typebox';
import { badRequest } from '../../../kernel/errors.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { insufficientPermission } from '../../errors.ts';
import { hasRealmPermission } from '../../people/groups/rules.ts';
import { NarrowTerm } from './types.ts';

export const getMessagesSummary = endpoint({
  method: 'GET',
  path: '/messages/summary',
  summary: 'Summarize a conversation with a language model, if the server has one',
  params: { narrow: Maybe(Type.Array(NarrowTerm)) },
  returns: { summary: Type.String() },
  handle({ app, user }) {
    if (!hasRealmPermission(app, user, 'can_summarize_topics_group')) throw insufficientPermission();
    // /register returns server_can_summarize_topics: false. Klatch contains no language model.
    throw badRequest('AI features are not enabled on this server.');
  },
});
