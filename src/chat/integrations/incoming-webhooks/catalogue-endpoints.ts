import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { Nullable } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { render } from '../../messages/messages/content-rules.ts';
import { isAdministrator, type User } from '../../people/users/types.ts';
import { describeTemplate, findTemplate } from '../webhook-templates/rules.ts';
import { requireNotice, requireOffered, sampleDelivery } from './rules.ts';
import { SERVICES } from './services/table.ts';
import { writeTemplate } from './templates/template-text.ts';

export const getIntegrations = endpoint({
  method: 'GET',
  path: '/integrations',
  summary: 'Get the services whose deliveries the server can read',
  returns: {
    integrations: Type.Array(
      Type.Object({ name: Type.String(), display_name: Type.String(), category: Type.String() }),
    ),
  },
  handle: ({ app }) => ({
    integrations: [
      ...app.webhookTemplates.names().map(describeTemplate),
      ...SERVICES.map(({ name, display_name, category }) => ({ name, display_name, category })),
    ],
  }),
});

export const getIntegration = endpoint({
  method: 'GET',
  path: '/integrations/{service}',
  summary: 'Get what a service posts, by samples of its deliveries',
  params: { service: Type.String() },
  returns: {
    /** Events for `only_events`; null: the service has none. */
    events: Nullable(Type.Array(Type.String())),
    /** HTML: how to make the service post to an address, which is called URL; null: it has a field for webhooks. */
    setup: Nullable(Type.String()),
    samples: Type.Array(
      Type.Object({
        topic: Type.String(),
        /** HTML of the message. */
        rendered_content: Type.String(),
        /** JSON as the service sends it. */
        payload: Type.String(),
      }),
    ),
    /**
     * The text to begin your own template with; null: the service has code instead, or belongs to the organization,
     * and only administrators may read it.
     */
    template: Nullable(Type.String()),
  },
  prepare: async ({ app, params: { service } }) =>
    findTemplate(app, service) ? undefined : requireOffered(service).load(),
  handle({ app, user, params, prepared: service }) {
    if (!service)
      return { events: null, setup: null, samples: [], template: readTemplateFor(app, user, params.service) };
    const { all_event_types: events } = requireOffered(params.service);
    const samples = service.samples.flatMap((sample) => {
      const notice = requireNotice(service, sampleDelivery(sample));
      if (!notice) return [];
      const { html } = render(app, user, notice.content);
      return [{ topic: notice.topic, rendered_content: html, payload: JSON.stringify(sample.payload, null, 2) }];
    });
    // Their lines are wrapped like code; Markdown of messages would keep that.
    const setup = service.setup === undefined ? null : render(app, user, service.setup).html.replaceAll('<br>\n', ' ');
    const template = 'read' in service ? null : writeTemplate(service);
    return { events: events && [...events], setup, samples, template };
  },
});

/** The text of a template of the organization, for those who may change it. */
const readTemplateFor = (app: App, viewer: User, service: string): string | null =>
  (isAdministrator(viewer) && findTemplate(app, service)?.text) || null;
