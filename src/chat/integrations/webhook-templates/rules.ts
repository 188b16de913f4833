import type { App } from '../../../app.ts';
import { type ApiError, badRequest } from '../../../kernel/errors.ts';
import { blankName } from '../../errors.ts';
import { requireOffered } from '../incoming-webhooks/rules.ts';
import type { Problem } from '../incoming-webhooks/templates/types.ts';
import type { ServiceName } from '../incoming-webhooks/types.ts';
import type { WebhookTemplate } from './types.ts';

/** The name of the service that a template makes: the last part of its address under /external. */
export const serviceOfTemplate = (id: number): string => `custom_${id}`;

/** The template with this name of a service; undefined: no template has it. */
export function findTemplate(app: App, service: string): WebhookTemplate | undefined {
  const [, id] = /^custom_(\d{1,15})$/.exec(service) ?? [];
  return id === undefined ? undefined : app.webhookTemplates.byId(Number(id));
}

export const describeTemplate = ({ id, name }: Pick<WebhookTemplate, 'id' | 'name'>): ServiceName => ({
  name: serviceOfTemplate(id),
  display_name: name,
  category: 'custom',
});

/** A service of Klatch or of the organization. Throws 404 for others. */
export function requireServiceName(app: App, name: string): ServiceName {
  const template = findTemplate(app, name);
  return template ? describeTemplate(template) : requireOffered(name);
}

export function requireTemplate(app: App, id: number): WebhookTemplate {
  const template = app.webhookTemplates.byId(id);
  if (!template) throw badRequest('No such template');
  return template;
}

/** The name without spaces at its ends. Throws if it is blank, or if another template has it. */
export function requireTemplateName(app: App, name: string, id?: number): string {
  const trimmed = name.trim();
  if (trimmed === '') throw blankName();
  const isSame = (one: { id: number; name: string }) =>
    one.id !== id && one.name.toLowerCase() === trimmed.toLowerCase();
  if (app.webhookTemplates.names().some(isSame)) throw badRequest('A template has this name already');
  return trimmed;
}

/** What is wrong, as a person reads it. */
export const describeProblem = ({ line, reason }: Problem): string =>
  line === null ? `The template cannot be used: ${reason}` : `Line ${line} of the template: ${reason}`;

/** The error for a text that is no template. `line` counts from 1; null: no single line is to blame. */
export const templateError = (problem: Problem): ApiError =>
  badRequest(describeProblem(problem), { line: problem.line, reason: problem.reason });
