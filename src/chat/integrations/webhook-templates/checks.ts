import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { boundPayload } from '../incoming-webhooks/rendering/bounds.ts';
import { silenceMentions } from '../incoming-webhooks/rendering/wording.ts';
import { requireOffered } from '../incoming-webhooks/rules.ts';
import type { RenderAnswer, Rendered } from '../incoming-webhooks/templates/types.ts';
import type { Delivery, Notice, Service, ServiceName } from '../incoming-webhooks/types.ts';
import { describeProblem, describeTemplate, findTemplate, templateError } from './rules.ts';

/** Throws if a text is no template, with the line. */
export async function requireValidTemplate(app: App, text: string): Promise<void> {
  const answer = await app.memory.templateRenderer.render({ text });
  if ('problem' in answer) throw templateError(answer.problem);
}

/** What a template makes of a delivery. Neither the delivery nor the template can notify anybody. */
export async function renderDelivery(app: App, text: string, delivery: Delivery): Promise<RenderAnswer> {
  const bounded = { ...delivery, payload: boundPayload(delivery.payload) };
  const answer = await app.memory.templateRenderer.render({ text, delivery: bounded });
  if ('problem' in answer) return answer;
  const silence = (notice: Notice): Notice => ({ ...notice, content: silenceMentions(notice.content) });
  return { notice: answer.notice && silence(answer.notice), parts: answer.parts.map(silence) };
}

/**
 * The service with this name. One of the organization renders the delivery here, where waiting is possible, and
 * reads no other one. Without a delivery it posts nothing. Throws 404 if there is no such service.
 */
export async function loadServiceFor(app: App, name: string, delivery: Delivery | undefined): Promise<Service> {
  const template = findTemplate(app, name);
  if (!template) return requireOffered(name).load();
  const answer = delivery ? await renderDelivery(app, template.text, delivery) : { notice: null, parts: [] };
  const service = describeTemplate(template);
  const named = (notice: Notice): Notice => ({ ...notice, topic: notice.topic || service.display_name });
  return {
    ...service,
    all_event_types: null,
    samples: [],
    read() {
      const { notice } = requireRendered(answer, service);
      return notice ? named(notice) : undefined;
    },
    readParts: () => requireRendered(answer, service).parts.map(named),
  };
}

function requireRendered(answer: RenderAnswer, { display_name }: ServiceName): Rendered {
  if ('problem' in answer)
    throw new ApiError(400, 'ANOMALOUS_WEBHOOK_PAYLOAD', describeProblem(answer.problem), {
      webhook_name: display_name,
    });
  return answer;
}
