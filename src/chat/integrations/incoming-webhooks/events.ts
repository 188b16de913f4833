import { Type } from 'typebox';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';
import { SERVICES } from './services/table.ts';

const Option = { key: Type.String(), label: Type.String() };

/** The same for all users and organizations, so it is made once and not for each client. */
const OFFERED = SERVICES.map(({ name, display_name, all_event_types }) => ({
  name,
  display_name,
  all_event_types: all_event_types && [...all_event_types],
  url_options: [],
}));

/** The available services. */
export const realmIncomingWebhookBots = state(
  'realm_incoming_webhook_bots',
  {
    realm_incoming_webhook_bots: Type.Array(
      Type.Object({
        name: Type.String(),
        display_name: Type.String(),
        all_event_types: Nullable(Type.Array(Type.String())),
        config_options: Maybe(Type.Array(Type.Object({ ...Option, validator: Type.String() }))),
        url_options: Maybe(Type.Array(Type.Object(Option))),
      }),
    ),
  },
  () => ({ realm_incoming_webhook_bots: OFFERED }),
  (request) => ({ key: '', as: request }),
);
