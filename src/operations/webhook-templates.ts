import { Type } from 'typebox';
import type { App } from '../app.ts';
import { addTemplate, changeTemplate, removeTemplate } from '../chat/integrations/webhook-templates/actions.ts';
import { requireValidTemplate } from '../chat/integrations/webhook-templates/checks.ts';
import { listPreviewed, previewTemplate } from '../chat/integrations/webhook-templates/preview-checks.ts';
import { findTemplate, serviceOfTemplate } from '../chat/integrations/webhook-templates/rules.ts';
import type { WebhookTemplate } from '../chat/integrations/webhook-templates/types.ts';
import type { AuditedAction } from '../chat/organization/audit-log/types.ts';
import { badRequest, notFound } from '../kernel/errors.ts';
import { Nullable } from '../kernel/http/schema.ts';
import { LIMITS } from '../limits.ts';
import { requireActor } from './accounts.ts';
import { operation } from './operation.ts';

const ListedTemplate = Type.Object({
  /** The last part of its address under /external. */
  service: Type.String(),
  name: Type.String(),
});
const CHANGE: AuditedAction = { kind: 'settings_change', details: 'webhook templates' };

/** A delivery as a program sends it. */
interface Delivery {
  payload: unknown;
  headers?: Record<string, string>;
}

export const webhookTemplateOperations = {
  'webhook-template-list': operation({
    result: Type.Array(ListedTemplate),
    audit: 'reads',
    run: (app) => app.webhookTemplates.names().map(({ id, name }) => ({ service: serviceOfTemplate(id), name })),
  }),
  'webhook-template-show': operation({
    result: Type.Object({ ...ListedTemplate.properties, text: Type.String() }),
    audit: 'reads',
    run(app: App, { template }: { template: string }) {
      const { id, name, text } = requireTemplate(app, template);
      return { service: serviceOfTemplate(id), name, text };
    },
  }),
  'webhook-template-set': operation({
    result: Type.Object({ ...ListedTemplate.properties, is_new: Type.Boolean() }),
    audit: () => CHANGE,
    async run(app: App, { template, text }: { template: string; text: string }) {
      requireLength('text', text, LIMITS.webhook_template_length);
      requireLength('name', template, LIMITS.webhook_template_name_length);
      await requireValidTemplate(app, text);
      const before = findByName(app, template);
      if (before) changeTemplate(app, { id: before.id, text });
      const id = before?.id ?? addTemplate(app, { name: template, text });
      return { service: serviceOfTemplate(id), name: app.webhookTemplates.byId(id)!.name, is_new: !before };
    },
  }),
  'webhook-template-test': operation({
    result: Type.Object({ topic: Nullable(Type.String()), content: Nullable(Type.String()) }),
    audit: 'reads',
    async run(app: App, { text, delivery }: { text: string; delivery: Delivery }) {
      requireLength('text', text, LIMITS.webhook_template_length);
      const [preview] = await previewTemplate(app, text, listPreviewed(app, requireActor(app, {}), { delivery }));
      const { topic, content, error } = preview!;
      if (error !== null) throw badRequest(error);
      return { topic, content };
    },
  }),
  'webhook-template-delete': operation({
    result: ListedTemplate,
    audit: () => CHANGE,
    run(app: App, { template }: { template: string }) {
      const { id, name } = requireTemplate(app, template);
      removeTemplate(app, id);
      return { service: serviceOfTemplate(id), name };
    },
  }),
};

/** A template by its name, or by the name of its service. */
function findByName(app: App, input: string): WebhookTemplate | undefined {
  const named = app.webhookTemplates.names().find(({ name }) => name.toLowerCase() === input.trim().toLowerCase());
  return named ? app.webhookTemplates.byId(named.id) : findTemplate(app, input);
}

function requireTemplate(app: App, input: string): WebhookTemplate {
  const template = findByName(app, input);
  if (!template) throw notFound(`No such template: ${input}`);
  return template;
}

function requireLength(name: string, text: string, most: number): void {
  if (text.length > most) throw badRequest(`The ${name} is longer than ${most} characters`);
}
