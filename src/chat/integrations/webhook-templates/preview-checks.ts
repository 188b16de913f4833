import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import { sampleDelivery } from '../incoming-webhooks/rules.ts';
import type { Delivery, Sample } from '../incoming-webhooks/types.ts';
import { requireReadableAddress } from '../webhook-addresses/rules.ts';
import { renderDelivery, requireValidTemplate } from './checks.ts';
import { describeProblem } from './rules.ts';

interface Previewed {
  /** Its number in the log; null: it is in no log. */
  id: number | null;
  delivery: Delivery;
}

/** What to render: a delivery, or those in the log of an address. Throws unless the viewer may read it. */
export function listPreviewed(
  app: App,
  viewer: User,
  chosen: { delivery?: Pick<Sample, 'payload' | 'headers' | 'query'> | undefined; webhook_id?: number | undefined },
): Previewed[] {
  if (chosen.delivery) return [{ id: null, delivery: sampleDelivery(chosen.delivery) }];
  if (chosen.webhook_id === undefined) return [];
  return app.receivedDeliveries
    .list(requireReadableAddress(app, viewer, chosen.webhook_id).id)
    .flatMap(({ id, content }) => (content === null ? [] : [{ id, delivery: JSON.parse(content) as Delivery }]));
}

interface Preview {
  delivery_id: number | null;
  topic: string | null;
  /** Markdown. */
  content: string | null;
  error: string | null;
}

/**
 * Renders deliveries with a template, up to the first that cannot be rendered. One that is split has a preview for each
 * topic. Throws if the template is wrong.
 */
export async function previewTemplate(app: App, text: string, previewed: readonly Previewed[]): Promise<Preview[]> {
  await requireValidTemplate(app, text);
  const previews: Preview[] = [];
  for (const { id, delivery } of previewed) {
    const answer = await renderDelivery(app, text, delivery);
    const nothing = { delivery_id: id, topic: null, content: null, error: null };
    if ('problem' in answer) return [...previews, { ...nothing, error: describeProblem(answer.problem) }];
    if (answer.parts.length === 0) previews.push(nothing);
    for (const { topic, content } of answer.parts) previews.push({ ...nothing, topic, content });
  }
  return previews;
}
