import { memoByObject } from '../../../../shared/memo.ts';
import type { Delivery, EventTemplate, Notice, TemplateService } from '../types.ts';
import { type CompiledTemplate, compileTemplate } from './engine.ts';
import { cleanTopic, requireHeader, unsupported } from './wording.ts';

interface CompiledEvent extends Pick<EventTemplate, 'needs'> {
  names?: readonly string[];
  when?: CompiledTemplate;
  topic: CompiledTemplate;
  text?: CompiledTemplate;
}

interface CompiledService {
  event?: CompiledTemplate;
  branch?: CompiledTemplate;
  private?: CompiledTemplate;
  events: readonly CompiledEvent[];
}

/**
 * The notice about a delivery, by the first template that fits; undefined: the service posts nothing about it. Throws
 * `unsupported` if none fits, and TypeError for payloads without the fields that the template needs.
 */
export function renderNotice(service: TemplateService, received: Delivery): Notice | undefined {
  const delivery = service.accepts_text ? nameText(received) : received;
  if (service.header !== undefined) requireHeader(delivery, service.header);
  if (typeof delivery.payload !== 'object' || delivery.payload === null)
    throw new TypeError('the payload is no object');
  const templates = compileService(service);
  const scope = createScope(service, delivery);
  const event = templates.event?.render(scope) ?? '';
  scope.delivery.event = event;
  const found = templates.events.find(({ names, when }) => isNamed(names, event) && isTrue(when, scope));
  if (!found) {
    if (event === '') throw new TypeError('the event has no name');
    throw unsupported(service.display_name, event);
  }
  for (const path of found.needs ?? []) requireField(delivery.payload, path);
  if (!found.text) return undefined;
  const content = found.text.render(scope);
  if (content === '') return undefined;
  const branch = templates.branch?.render(scope);
  return {
    ...(event !== '' && { event }),
    topic: cleanTopic(found.topic.render(scope)) || service.display_name,
    content,
    ...(branch && { branch }),
    ...(isTrue(templates.private, scope) && templates.private && { isPrivate: true }),
  };
}

/** A delivery whose payload is an object, even if only a text was sent. */
const nameText = (delivery: Delivery): Delivery =>
  typeof delivery.payload === 'string' ? { ...delivery, payload: { message: delivery.payload } } : delivery;

function createScope({ header }: TemplateService, delivery: Delivery) {
  const { payload, query, headers } = delivery;
  const fields = Array.isArray(payload) ? {} : (payload as object);
  const name = header === undefined ? '' : headers[header.toLowerCase()]!;
  return { ...fields, delivery: { event: '', header: name, headers, query, payload } };
}

const isNamed = (names: readonly string[] | undefined, event: string): boolean =>
  names === undefined || names.includes(event);

const isTrue = (condition: CompiledTemplate | undefined, scope: object): boolean =>
  condition === undefined || condition.render(scope) !== '';

/** A field that is there: an object, or a text that is not blank. */
function requireField(payload: object, path: string): void {
  let value: unknown = payload;
  for (const name of path.split('.'))
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? value[name as never] : undefined;
  if (value === undefined || value === null || value === '') throw new TypeError(`${path} is missing`);
}

/** The templates of a service, compiled at its first delivery. */
const compileService = memoByObject((service: TemplateService): CompiledService => {
  const { shared = '', event = service.header === undefined ? undefined : '{{ delivery.header }}' } = service;
  const compile = (source: string | undefined, kind: 'markdown' | 'plain') =>
    source === undefined ? undefined : compileTemplate(`${shared}\n${source}`, kind);
  const condition = (source: string | undefined) =>
    source === undefined ? undefined : compileTemplate(`${shared}\n{% if ${source} %}1{% endif %}`, 'plain');
  const events = service.events.map(({ on, when, needs, topic, text }) => ({
    ...(on !== undefined && { names: typeof on === 'string' ? [on] : on }),
    ...(when !== undefined && { when: condition(when)! }),
    ...(needs && { needs }),
    topic: compile(topic ?? service.topic, 'plain')!,
    ...(text !== undefined && { text: compile(text, 'markdown')! }),
  }));
  return {
    ...(event !== undefined && { event: compileTemplate(event, 'plain') }),
    ...(service.branch !== undefined && { branch: compile(service.branch, 'plain')! }),
    ...(service.private !== undefined && { private: condition(service.private)! }),
    events,
  };
});
