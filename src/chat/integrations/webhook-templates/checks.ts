import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { boundPayload } from '../incoming-webhooks/rendering/bounds.ts';
import { silenceMentions } from '../incoming-webhooks/rendering/wording.ts';
import { requireOffered } from '../incoming-webhooks/rules.ts';
import type { RenderAnswer } from '../incoming-webhooks/templates/types.ts';
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
  if ('problem' in answer || answer.notice === null) return answer;
  return { notice: { ...answer.notice, content: silenceMentions(answer.notice.content) } };
}

/**
 * The service with this name. One of the organization renders the delivery here, where waiting is possible, and
 * reads no other one. Without a delivery it posts nothing. Throws 404 if there is no such service.
 */
export async function loadServiceFor(app: App, name: string, delivery: Delivery | undefined): Promise<Service> {
  const template = findTemplate(app, name);
  if (!template) return requireOffered(name).load();
  const answer = delivery ? await renderDelivery(app, template.text, delivery) : { notice: null };
  const service = describeTemplate(template);
  return { ...service, all_event_types: null, samples: [], read: () => readAnswer(answer, service) };
}

function readAnswer(answer: RenderAnswer, { display_name }: ServiceName): Notice | undefined {
  if ('problem' in answer)
    throw new ApiError(400, 'ANOMALOUS_WEBHOOK_PAYLOAD', describeProblem(answer.problem), {
      webhook_name: display_name,
    });
  const { notice } = answer;
  return notice ? { ...notice, topic: notice.topic || display_name } : undefined;
}
