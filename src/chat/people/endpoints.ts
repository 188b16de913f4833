import { Type } from 'typebox';
import { endpoint } from '../../kernel/http/endpoint.ts';
import { admitPerson } from '../subscriptions/admit.ts';
import { requireFreeEmail, requireFullName, requirePassword } from '../users/names.ts';
import { hashPassword } from '../users/passwords.ts';

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  summary: 'Make an account for someone; they join the default channels',
  auth: 'administrator',
  params: { email: Type.String(), password: Type.String({ maxLength: 100 }), full_name: Type.String({ maxLength: 100 }) },
  returns: { user_id: Type.Integer() },
  async handle({ app, params }) {
    const draft = { email: requireFreeEmail(app, params.email), full_name: requireFullName(app, params.full_name), role: 400 as const };
    requirePassword(params.password);
    const password_hash = await hashPassword(params.password);
    return { user_id: admitPerson(app, { ...draft, password_hash }).id };
  },
});
