import { FALLBACK } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

/** The plugin Webhook, with all properties. */
export const jellyfin: TemplateService = {
  name: 'jellyfin',
  display_name: 'Jellyfin',
  category: 'entertainment',
  event: '{{ NotificationType }}',
  shared: `
{% assign title = Name %}
{% if SeriesName %}
{% assign title = SeriesName | append: ' ' | append: SeasonNumber | append: 'x' | append: EpisodeNumber | append: ' ' | append: Name %}
{% endif %}
{% assign url = ServerUrl | append: '/web/index.html#!/details?id=' | append: ItemId %}`,
  topic: '{{ ServerName | default: "Jellyfin" }}',
  events: [
    { on: 'PlaybackProgress' },
    {
      on: 'ItemAdded',
      text: `{{ ItemType | default: 'Item' }} added: {{ title | link: url | bold }}{% if Year %} ({{ Year }}){% endif %}{{ Overview | quote }}`,
    },
    {
      on: ['PlaybackStart', 'PlaybackStop'],
      text: `{{ NotificationUsername | default: Username | bold }} {% if NotificationType == 'PlaybackStart' %}started{% else %}stopped{% endif %} \
{{ title | link: url | bold }}{% if DeviceName %} on {{ DeviceName }}{% endif %}.`,
    },
    {
      on: ['AuthenticationSuccess', 'AuthenticationFailure', 'UserCreated', 'UserDeleted', 'UserLockedOut'],
      text: '{{ NotificationType | words | sentence_case }}: {{ NotificationUsername | default: Username | bold }}{% if RemoteEndPoint %} from {{ RemoteEndPoint }}{% endif %}.',
    },
    FALLBACK,
  ],
  samples: [
    {
      payload: {
        NotificationType: 'ItemAdded',
        ServerName: 'Home',
        ServerUrl: 'https://tv.example.com',
        ItemId: 'i1',
        ItemType: 'Movie',
        Name: 'Marmots',
        Year: 2026,
      },
      topic: 'Home',
      text: 'Movie added: **[Marmots](https://tv.example.com/web/index.html#!/details?id=i1)** (2026)',
    },
  ],
};
