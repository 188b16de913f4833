import type { App } from '../../../app.ts';
import { requireRoom } from '../../organization/row-limits/rules.ts';
import { revokeAddressesOf } from '../webhook-addresses/actions.ts';
import { requireTemplate, requireTemplateName, serviceOfTemplate } from './rules.ts';
import type { WebhookTemplate } from './types.ts';

/** Adds a template whose text was checked. Returns its id. */
export function addTemplate(app: App, draft: Omit<WebhookTemplate, 'id'>): number {
  const { text } = draft;
  const name = requireTemplateName(app, draft.name);
  requireRoom(app, 'webhook_template', { added: [[name, text]] });
  return app.db.write(() => app.webhookTemplates.add(name, text).id);
}

/** Changes a template. A new text was checked. */
export function changeTemplate(app: App, { id, ...changes }: Partial<WebhookTemplate> & { id: number }): void {
  const before = requireTemplate(app, id);
  const { text = before.text } = changes;
  const name = requireTemplateName(app, changes.name ?? before.name, id);
  requireRoom(app, 'webhook_template', { added: [[name, text]], replaced: [[before.name, before.text]] });
  app.db.write(() => app.webhookTemplates.change(name, text, id));
}

/** Removes a template, and revokes the addresses that use it. */
export function removeTemplate(app: App, id: number): void {
  requireTemplate(app, id);
  app.db.write(() => {
    app.webhookTemplates.remove(id);
    revokeAddressesOf(app, serviceOfTemplate(id));
  });
}
