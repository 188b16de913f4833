import type { App } from '../../../app.ts';
import { ApiError, invalidKey, notFound, userDeactivated } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import { BOT } from '../bots/types.ts';
import { SERVICES } from './services/table.ts';
import type { Delivery, Service } from './types.ts';

/** Returns the incoming-webhook bot with this key. All other keys throw the same INVALID_API_KEY. */
export function requireBotWithKey(app: App, key: string): User {
  const bot = app.users.byApiKey(key);
  if (bot?.bot_type !== BOT.incoming)
    throw new ApiError(401, 'INVALID_API_KEY', invalidKey().message, {}, invalidKey().headers);
  if (!bot.is_active) throw userDeactivated();
  return bot;
}

export function requireService(name: string): Service {
  const service = SERVICES.find((one) => one.name === name);
  if (!service) throw notFound(`No such integration: ${name}`);
  return service;
}

/** Parses a delivery with its service. Throws ANOMALOUS_WEBHOOK_PAYLOAD if that fails. */
export function requireRead(service: Service, delivery: Delivery) {
  try {
    return service.read(delivery);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(
      400,
      'ANOMALOUS_WEBHOOK_PAYLOAD',
      `Unable to parse request: Did ${service.display_name} generate this event?`,
      {
        webhook_name: service.display_name,
      },
    );
  }
}

/** Whether an event is among the requested ones; `*` matches anything. */
export function isEventWanted(
  event: string | undefined,
  only: readonly string[] | undefined,
  except: readonly string[] | undefined,
): boolean {
  if (event === undefined) return true;
  const among = (patterns: readonly string[]) => patterns.some((pattern) => matches(event, pattern));
  return !(only && !among(only)) && !(except && among(except));
}

function matches(event: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  if (parts.length === 0) return event === pattern;
  if (!event.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts.slice(0, -1)) {
    const found = event.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  const last = parts.at(-1)!;
  return event.length - last.length >= at && event.endsWith(last);
}
