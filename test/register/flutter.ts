import { readFileSync } from 'node:fs';

/** The requirements of Zulip's mobile app: the fields of its models and of the events it processes. */
interface Field {
  key: string;
  type: string;
  /** true: absent or null breaks the app. false: both are allowed. A text: see `isRequired`. */
  required: boolean | string;
  enum?: unknown[];
  unknown_enum_value?: 'fatal' | 'tolerated';
}
interface Facts {
  models: Record<string, Field[]>;
  events: { type: string; op: string | null; fields: Field[] }[];
}
type Json = Record<string, any>;

const facts = JSON.parse(readFileSync(new URL('./flutter-required.json', import.meta.url), 'utf8')) as Facts;

/** What the app declares and requests when it registers. */
export const FLUTTER_REGISTER = {
  idle_queue_timeout: 'mobile',
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    include_deactivated_groups: true,
    empty_topic_name: true,
    individual_emoji_changes: true,
  },
};

/** Everything in a value of this model that would break the app. */
export const brokenModel = (model: string, value: Json): string[] => brokenFields(facts.models[model]!, value, model);

/** Everything in an event that would break the app; empty for unknown events. */
export function brokenEvent(event: Json): string[] {
  const known = facts.events.find(({ type, op }) => type === event.type && (op === null || op === event.op));
  const name = `${event.type}/${event.op ?? ''}`;
  // The app moves the flags beside a message into it.
  const read = event.type === 'message' ? { ...event, message: { ...event.message, flags: event.flags } } : event;
  return known
    ? [...brokenFields(known.fields, read, name), ...brokenRules(event).map((wrong) => `${name}: ${wrong}`)]
    : [];
}

function brokenRules(event: Json): string[] {
  const wrong: string[] = [];
  const moved = 'new_stream_id' in event || 'subject' in event;
  if (event.type === 'update_message' && !event.message_ids.includes(event.message_id))
    wrong.push('message_ids lack message_id');
  if (event.type === 'update_message' && !moved && 'propagate_mode' in event)
    wrong.push('propagate_mode without a move');
  if (
    event.type === 'typing' &&
    new Set(event.recipients?.map((who: Json) => who.user_id)).size !== (event.recipients?.length ?? 0)
  )
    wrong.push('a recipient twice');
  return wrong;
}

function brokenFields(fields: Field[], value: Json, path: string): string[] {
  return fields.flatMap((field) => {
    const found = field.key.split('.').reduce<any>((at, key) => at?.[key], value);
    if (found !== undefined && found !== null) return brokenValue(field, found, `${path}.${field.key}`);
    return isRequired(field, value) ? [`${path}.${field.key} is ${found}`] : [];
  });
}

function isRequired({ required }: Field, value: Json): boolean {
  if (typeof required === 'boolean') return required;
  if (required.startsWith('when moved')) return 'new_stream_id' in value || 'subject' in value;
  if (required === 'when prev_topic present') return 'prev_topic' in value;
  if (required === 'when flag=read') return value.flag === 'read';
  if (required === 'when direct') return value.message_type === 'direct';
  if (required === 'when stream' || required === 'when message_type=stream') return value.message_type === 'stream';
  if (required === 'unless streams[].stream_id given') return !value.streams;
  if (required === 'when stream_ids absent') return !value.stream_ids;
  if (required === 'except inside InitialSnapshot lists') return false;
  throw new Error(`Unknown condition: ${required}`);
}

function brokenValue(field: Field, value: any, path: string): string[] {
  if (field.enum && field.unknown_enum_value === 'fatal' && !field.enum.includes(value))
    return [`${path} is ${JSON.stringify(value)}`];
  return brokenType(field.type, value, path);
}

function brokenType(type: string, value: any, path: string): string[] {
  const wrong = (is: boolean) => (is ? [] : [`${path} is not ${type}: ${JSON.stringify(value)?.slice(0, 80)}`]);
  const list = /^array<(.*)>$/.exec(type);
  if (list)
    return Array.isArray(value)
      ? value.flatMap((part, at) => brokenType(list[1]!, part, `${path}[${at}]`))
      : wrong(false);
  const map = /^map<([\w-]+),(.*)>$/.exec(type);
  if (map) {
    const keys = map[1] === 'int-string' ? /^-?\d+$/ : /^/;
    return Object.entries(value).flatMap(([key, part]) => [
      ...wrong(keys.test(key)),
      ...brokenType(map[2]!, part, `${path}{${key}}`),
    ]);
  }
  const only = /^\{(\w+):int\}$/.exec(type);
  if (only) return wrong(Number.isSafeInteger(value[only[1]!]));
  const choice = /^(?:const|enum)\((.*)\)$/.exec(type);
  if (choice) return wrong(choice[1]!.split(',').includes(String(value)));
  if (type.includes('|')) {
    const branches = type.split('|').map((branch) => brokenType(branch, value, path));
    return branches.some((found) => found.length === 0) ? [] : branches[0]!;
  }
  if (type === 'int') return wrong(Number.isInteger(value));
  if (type === 'number') return wrong(typeof value === 'number');
  if (type === 'string' || type === 'boolean') return wrong(typeof value === type);
  if (type === 'url-string') return wrong(typeof value === 'string' && URL.canParse(value, 'http://klatch.example'));
  if (type === 'null') return wrong(value === null);
  if (type === 'GroupSettingValue')
    return wrong(
      Number.isSafeInteger(value) || (Array.isArray(value.direct_members) && Array.isArray(value.direct_subgroups)),
    );
  if (type === 'enum' || type === 'object' || type === 'by property') return [];
  return brokenFields(facts.models[type]!, value, path);
}
