import { Type } from 'typebox';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { LIMITS } from '../../../limits.ts';
import { endpoint } from '../../declare.ts';
import { render } from '../../messages/messages/content-rules.ts';
import { settingsChange } from '../../organization/audit-log/types.ts';
import { requireReadableAddress } from '../webhook-addresses/rules.ts';
import * as actions from './actions.ts';
import { requireValidTemplate } from './checks.ts';
import { listPreviewed, previewTemplate } from './preview-checks.ts';
import { serviceOfTemplate } from './rules.ts';

const template_id = Type.Integer();
const name = Type.String({ maxLength: LIMITS.webhook_template_name_length });
const template = Type.String({ maxLength: LIMITS.webhook_template_length });
const headers = Maybe(Type.Record(Type.String(), Type.String()));

export const addWebhookTemplate = endpoint({
  method: 'POST',
  path: '/webhook_templates',
  summary: 'Add a service of your organization: a template of what is posted about deliveries',
  auth: 'administrator',
  params: { name, template },
  /** `service` is the last part of its address under /external. */
  returns: { id: Type.Integer(), service: Type.String() },
  audit: settingsChange('webhook templates'),
  prepare: ({ app, params }) => requireValidTemplate(app, params.template),
  handle({ app, params }) {
    const id = actions.addTemplate(app, { name: params.name, text: params.template });
    return { id, service: serviceOfTemplate(id) };
  },
});

export const changeWebhookTemplate = endpoint({
  method: 'PATCH',
  path: '/webhook_templates/{template_id}',
  summary: 'Change the name or the text of a template for deliveries',
  auth: 'administrator',
  params: { template_id, name: Maybe(name), template: Maybe(template) },
  audit: settingsChange('webhook templates'),
  prepare: async ({ app, params }) => {
    if (params.template !== undefined) await requireValidTemplate(app, params.template);
  },
  handle: ({ app, params: { template_id: id, template: text, ...changes } }) =>
    actions.changeTemplate(app, { id, ...changes, ...(text !== undefined && { text }) }),
});

export const removeWebhookTemplate = endpoint({
  method: 'DELETE',
  path: '/webhook_templates/{template_id}',
  summary: 'Remove a template for deliveries, and revoke the addresses that use it',
  auth: 'administrator',
  params: { template_id },
  audit: settingsChange('webhook templates'),
  handle: ({ app, params }) => actions.removeTemplate(app, params.template_id),
});

export const previewWebhookTemplate = endpoint({
  method: 'POST',
  path: '/webhook_templates/preview',
  summary: 'Get what a template would post about a delivery, or about the last ones to a webhook address',
  auth: 'administrator',
  params: {
    template,
    delivery: Maybe(Type.Object({ payload: Type.Unsafe<unknown>({}), headers, query: headers })),
    /** Without `delivery`: those in the log of this address. */
    webhook_id: Maybe(Type.Integer()),
  },
  returns: {
    previews: Type.Array(
      Type.Object({
        /** null: it is `delivery`. */
        delivery_id: Nullable(Type.Integer()),
        /** null: nothing would be posted. */
        topic: Nullable(Type.String()),
        /** HTML of the message. */
        rendered_content: Nullable(Type.String()),
        /** Why it could not be rendered. */
        error: Nullable(Type.String()),
      }),
    ),
  },
  audit: () => undefined,
  prepare: ({ app, user, params }) => previewTemplate(app, params.template, listPreviewed(app, user, params)),
  handle({ app, user, params: { delivery, webhook_id }, prepared }) {
    if (delivery === undefined && webhook_id !== undefined) requireReadableAddress(app, user, webhook_id);
    const previews = prepared.map(({ content, ...preview }) => ({
      ...preview,
      rendered_content: content === null ? null : render(app, user, content).html,
    }));
    return { previews };
  },
});
