import type { App } from '../../../app.ts';
import { canAccessMetadata } from '../../channels/channels/rules.ts';
import type { User } from '../../people/users/types.ts';
import type { Call } from '../outgoing-webhooks/types.ts';
import { FORM } from '../outgoing-webhooks/views.ts';
import type { UsableCommand } from './rules.ts';
import type { CommandPlace } from './types.ts';

interface CommandRequest {
  user: User;
  /** What follows the name. */
  text: string;
  place: CommandPlace;
  trigger: string;
  /** Of the `response_url`. */
  token: string;
}

/** The request of a command, in the form of Slack and Mattermost. */
export function commandRequest(
  app: App,
  { command, bot, service }: UsableCommand,
  { user, text, place, trigger, token }: CommandRequest,
): Call {
  const form = new URLSearchParams({
    token: service.token,
    team_id: 'T1',
    team_domain: app.config.realmHost,
    ...describePlace(app, bot, place),
    user_id: `U${user.id}`,
    user_name: user.full_name,
    command: `/${command.name}`,
    text,
    response_url: `${app.config.url}/slash_commands/answers/${token}`,
    trigger_id: trigger,
  });
  return { url: service.base_url, headers: FORM, body: form.toString() };
}

/** Says no more about the conversation than the bot may know. The names for the rest are Slack's. */
function describePlace(app: App, bot: User, place: CommandPlace): { channel_id: string; channel_name: string } {
  if ('user_ids' in place)
    return { channel_id: `D${app.messages.conversation(place.user_ids) ?? 0}`, channel_name: 'directmessage' };
  const channel = app.channels.byId(place.stream_id)!;
  return {
    channel_id: `C${channel.id}`,
    channel_name: canAccessMetadata(app, bot, channel) ? channel.name : 'privategroup',
  };
}
