import { LIMITS } from '../../../../limits.ts';
import { memoByObject } from '../../../../shared/memo.ts';
import type { Delivery, EventTemplate, Notice, TemplateService } from '../types.ts';
import { type CompiledTemplate, compileTemplate, createScope, type Scope } from './engine.ts';
import { cleanTopic, requireHeader, unsupported } from './wording.ts';

interface CompiledEvent extends Pick<EventTemplate, 'needs'> {
  names?: readonly string[];
  when?: CompiledTemplate;
  topic: CompiledTemplate;
  text?: CompiledTemplate;
}

interface CompiledService {
  event?: CompiledTemplate;
  shared?: CompiledTemplate;
  topic: CompiledTemplate;
  branch?: CompiledTemplate;
  private?: CompiledTemplate;
  events: readonly CompiledEvent[];
}

/**
 * The notice about a delivery, by the first template that fits; undefined: the service posts nothing about it. Throws
 * `unsupported` if none fits, and TypeError for payloads without the fields that the template needs. `mostText`: the
 * characters of values that it shows. Absent: as many as a message can.
 */
export function renderNotice(service: TemplateService, received: Delivery, mostText?: number): Notice | undefined {
  const delivery = service.accepts_text ? nameText(received) : received;
  if (service.header !== undefined) requireHeader(delivery, service.header);
  if (typeof delivery.payload !== 'object' || delivery.payload === null)
    throw new TypeError('the payload is no object');
  const templates = compileService(service);
  const variables = listVariables(service, delivery);
  const scope = createScope(variables, mostText);
  const event = templates.event?.render(scope) ?? '';
  variables.delivery.event = event;
  templates.shared?.render(scope);
  const found = templates.events.find(({ names, when }) => isNamed(names, event) && isTrue(when, scope));
  if (!found) {
    if (event === '') throw new TypeError('the event has no name');
    throw unsupported(service.display_name, event);
  }
  for (const path of found.needs ?? []) requireField(delivery.payload, path);
  return found.text && writeNotice({ ...templates, ...found, text: found.text }, { scope, event, service });
}

/** A notice for each topic that a delivery is about. Throws like `renderNotice`. */
export function renderParts(service: TemplateService, delivery: Delivery): Notice[] {
  const parts = splitDelivery(service, delivery);
  const mostText = Math.min(LIMITS.message_length, Math.floor(MOST_TEXT_OF_PARTS / parts.length));
  return parts.map((part) => renderNotice(service, part, mostText)).filter((notice) => notice !== undefined);
}

/** The characters of values that all messages of a delivery show together. Their number would decide its cost. */
const MOST_TEXT_OF_PARTS = 1.5 * LIMITS.message_length;

/** A delivery for each topic of the entries of the service's list, so that an entry always has the same topic. */
function splitDelivery(service: TemplateService, delivery: Delivery): Delivery[] {
  const { split } = service;
  const fields = delivery.payload as Readonly<Record<string, unknown>>;
  const entries = split !== undefined && typeof fields === 'object' && fields !== null ? fields[split] : undefined;
  if (split === undefined || !Array.isArray(entries) || entries.length < 2) return [delivery];
  const only = (some: readonly unknown[]): Delivery => ({ ...delivery, payload: { ...fields, [split]: some } });
  const topics = Map.groupBy(entries.slice(0, MOST_ENTRIES), (entry) => renderTopic(service, only([entry])));
  return [...topics.values()].map(only);
}

/** How many entries of a list are read. Each may be a message, and 40 messages cost about 30 ms. */
const MOST_ENTRIES = 40;

function renderTopic(service: TemplateService, delivery: Delivery): string {
  const scope = createScope(listVariables(service, delivery));
  const { shared, topic } = compileService(service);
  shared?.render(scope);
  return cleanTopic(topic.render(scope));
}

interface Place {
  scope: Scope;
  event: string;
  service: TemplateService;
}

/** The text is rendered last, because its assignments are only for itself. */
function writeNotice(
  templates: CompiledService & CompiledEvent & { text: CompiledTemplate },
  { scope, event, service }: Place,
): Notice | undefined {
  const topic = cleanTopic(templates.topic.render(scope)) || service.display_name;
  const branch = templates.branch?.render(scope);
  const isPrivate = templates.private && isTrue(templates.private, scope);
  const content = templates.text.render(scope);
  if (content === '') return undefined;
  return {
    ...(event !== '' && { event }),
    topic,
    content,
    ...(branch && { branch }),
    ...(isPrivate && { isPrivate }),
  };
}

/** A delivery whose payload is an object, even if only a text was sent. */
const nameText = (delivery: Delivery): Delivery =>
  typeof delivery.payload === 'string' ? { ...delivery, payload: { message: delivery.payload } } : delivery;

function listVariables({ header }: TemplateService, delivery: Delivery) {
  const { payload, query, headers } = delivery;
  const fields = Array.isArray(payload) ? {} : (payload as object);
  const name = header === undefined ? '' : headers[header.toLowerCase()]!;
  return { ...fields, delivery: { event: '', header: name, headers, query, payload } };
}

const isNamed = (names: readonly string[] | undefined, event: string): boolean =>
  names === undefined || names.includes(event);

const isTrue = (condition: CompiledTemplate | undefined, scope: Scope): boolean =>
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
  const { shared, event = service.header === undefined ? undefined : '{{ delivery.header }}' } = service;
  const condition = (source: string) => compileTemplate(`{% if ${source} %}1{% endif %}`, 'plain');
  const common = compileTemplate(service.topic, 'plain');
  const events = service.events.map(({ on, when, needs, topic, text }) => ({
    ...(on !== undefined && { names: typeof on === 'string' ? [on] : on }),
    ...(when !== undefined && { when: condition(when) }),
    ...(needs && { needs }),
    topic: topic === undefined ? common : compileTemplate(topic, 'plain'),
    ...(text !== undefined && { text: compileTemplate(text, 'markdown') }),
  }));
  return {
    ...(event !== undefined && { event: compileTemplate(event, 'plain') }),
    ...(shared !== undefined && { shared: compileTemplate(shared, 'plain') }),
    ...(service.branch !== undefined && { branch: compileTemplate(service.branch, 'plain') }),
    ...(service.private !== undefined && { private: condition(service.private) }),
    topic: common,
    events,
  };
});
