import { Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { render } from '../../messages/messages/content-rules.ts';
import { requireNotice, requireOffered, sampleDelivery } from './rules.ts';
import { SERVICES } from './services/table.ts';

export const getIntegrations = endpoint({
  method: 'GET',
  path: '/integrations',
  summary: 'Get the services whose deliveries the server can read',
  returns: {
    integrations: Type.Array(
      Type.Object({ name: Type.String(), display_name: Type.String(), category: Type.String() }),
    ),
  },
  handle: () => ({
    integrations: SERVICES.map(({ name, display_name, category }) => ({ name, display_name, category })),
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
    samples: Type.Array(
      Type.Object({
        topic: Type.String(),
        /** HTML of the message. */
        rendered_content: Type.String(),
        /** JSON as the service sends it. */
        payload: Type.String(),
      }),
    ),
  },
  prepare: ({ params }) => requireOffered(params.service).load(),
  handle({ app, user, params, prepared: service }) {
    const { all_event_types: events } = requireOffered(params.service);
    const samples = service.samples.flatMap((sample) => {
      const notice = requireNotice(service, sampleDelivery(sample));
      if (!notice) return [];
      const { html } = render(app, user, notice.content);
      return [{ topic: notice.topic, rendered_content: html, payload: JSON.stringify(sample.payload, null, 2) }];
    });
    return { events: events && [...events], samples };
  },
});
