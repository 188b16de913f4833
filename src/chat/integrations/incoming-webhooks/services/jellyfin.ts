import { FALLBACK } from '../rendering/fallback.ts';
import type { TemplateService } from '../types.ts';

/** The plugin Webhook, with all properties. It escapes quotation marks once more than JSON does. */
export const jellyfin: TemplateService = {
  name: 'jellyfin',
  display_name: 'Jellyfin',
  category: 'entertainment',
  setup: `In the plugin *Webhook*, add a generic destination, and select *Send All Properties*.`,
  event: '{{ NotificationType }}',
  shared: `
{% assign title = Name %}
{% if EpisodeNumber %}
{% assign title = SeriesName | append: ' ' | append: SeasonNumber | append: 'x' | append: EpisodeNumber | append: ' ' | append: Name %}
{% elsif SeriesName %}
{% assign title = SeriesName | append: ': ' | append: Name %}
{% elsif Artist %}
{% assign title = Artist | append: ': ' | append: Name %}
{% endif %}
{% assign title = title | replace: '\\\\"', '"' %}
{% assign kind = ItemType | default: Type | default: 'Item' %}
{% assign is_favorite = Favorite | downcase %}
{% assign is_played = Played | downcase %}
{% assign is_complete = PlayedToCompletion | downcase %}
{% assign user = NotificationUsername | default: Username | default: UserName %}
{% assign url = ServerUrl | append: '/web/index.html#/details?id=' | append: ItemId | replace: '//web', '/web' %}`,
  topic: '{{ ServerName | default: "Jellyfin" }}',
  events: [
    { on: 'PlaybackProgress' },
    { on: 'UserDataSaved', when: "SaveReason contains 'Playback'" },
    {
      on: 'ItemAdded',
      text: `{{ kind }} added: {{ title | link: url | bold }}{% if Year %} ({{ Year }}){% endif %}\
{% if LibraryNameByMaxPath %} in {{ LibraryNameByMaxPath }}{% endif %}{{ Overview | replace: '\\\\"', '"' | quote }}`,
    },
    {
      on: 'ItemDeleted',
      text: `{{ kind }} deleted: {{ title | bold }}{% if Year %} ({{ Year }}){% endif %}`,
    },
    {
      on: ['PlaybackStart', 'PlaybackStop'],
      text: `{{ user | default: 'Somebody' | bold }} {% if NotificationType == 'PlaybackStart' %}started{% elsif is_complete == 'true' %}finished{% else %}stopped{% endif %} \
{{ title | link: url | bold }}{% if DeviceName %} on {{ DeviceName }}{% endif %}\
{% if NotificationType == 'PlaybackStop' and PlaybackPosition %} at {{ PlaybackPosition }}\
{% if RunTime %} of {{ RunTime }}{% endif %}{% endif %}.`,
    },
    {
      on: 'UserDataSaved',
      text: `{{ user | default: 'Somebody' | bold }}: {{ SaveReason | words | default: 'data saved' }} \
{{ title | link: url | bold }}.
{% if is_favorite == 'true' %}
* Favorite
{% endif %}
{% if is_played == 'true' %}
* Played
{% endif %}
{% if Rating > 0 %}
* Rating: {{ Rating }}
{% endif %}`,
    },
    {
      on: [
        'AuthenticationSuccess',
        'AuthenticationFailure',
        'SessionStart',
        'UserCreated',
        'UserDeleted',
        'UserLockedOut',
        'UserPasswordChanged',
        'UserUpdated',
      ],
      text: `{{ NotificationType | words | sentence_case }}: {{ user | default: 'somebody' | bold }}\
{% if Client or App %} with {{ Client | default: App }}{% endif %}{% if DeviceName %} on {{ DeviceName }}{% endif %}\
{% if RemoteEndPoint %} from {{ RemoteEndPoint }}{% endif %}.`,
    },
    {
      on: 'TaskCompleted',
      text: `{% if ResultStatus == 'Failed' %}:cross_mark: {% endif %}The task \
{{ ResultName | default: Name | default: TaskName | bold }} \
{% if ResultStatus %}{{ ResultStatus | words }}{% else %}is complete{% endif %}.\
{{ ResultErrorMessage | default: ResultLongErrorMessage | code_block }}`,
    },
    {
      on: [
        'PluginInstalled',
        'PluginInstalling',
        'PluginUninstalled',
        'PluginUpdated',
        'PluginInstallationCancelled',
        'PluginInstallationFailed',
      ],
      text: `{{ NotificationType | words | sentence_case }}: {{ PluginName | bold }} {{ PluginVersion }}\
{{ ExceptionMessage | default: PluginChangelog | quote }}`,
    },
    { on: 'PendingRestart', text: '{{ ServerName | default: "Jellyfin" | link: ServerUrl | bold }} needs a restart.' },
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
      text: 'Movie added: **[Marmots](https://tv.example.com/web/index.html#/details?id=i1)** (2026)',
    },
    {
      payload: {
        NotificationType: 'PlaybackStop',
        ServerName: 'Home',
        NotificationUsername: 'mia',
        ItemType: 'Episode',
        SeriesName: 'Marmots',
        SeasonNumber: 2,
        EpisodeNumber: 3,
        Name: 'The \\"Thaw\\"',
        DeviceName: 'Kitchen',
        PlaybackPosition: '00:20:00',
        RunTime: '00:40:00',
      },
      topic: 'Home',
      text: '**mia** stopped **Marmots 2x3 The "Thaw"** on Kitchen at 00&#58;20&#58;00 of 00&#58;40&#58;00.',
    },
    {
      payload: {
        NotificationType: 'ItemDeleted',
        ItemType: 'Season',
        SeriesName: 'Marmots',
        SeasonNumber: 2,
        Name: 'Season 2',
      },
      topic: 'Jellyfin',
      text: 'Season deleted: **Marmots: Season 2**',
    },
    {
      payload: {
        NotificationType: 'PluginInstallationFailed',
        PluginName: 'Lyrics',
        PluginVersion: '1.2',
        ExceptionMessage: 'No space',
      },
      topic: 'Jellyfin',
      text: 'Plugin installation failed: **Lyrics** 1.2\n\n``` quote\nNo space\n```',
    },
    {
      payload: { NotificationType: 'PendingRestart', ServerName: 'Home', ServerUrl: 'https://tv.example.com' },
      topic: 'Home',
      text: '**[Home](https://tv.example.com)** needs a restart.',
    },
    {
      payload: {
        NotificationType: 'PlaybackStop',
        ServerName: 'Home',
        NotificationUsername: 'mia',
        Name: 'Marmots',
        ItemType: 'Movie',
        PlayedToCompletion: 'True',
      },
      topic: 'Home',
      text: '**mia** finished **Marmots**.',
    },
    {
      payload: {
        NotificationType: 'UserDataSaved',
        ServerName: 'Home',
        NotificationUsername: 'mia',
        SaveReason: 'TogglePlayed',
        Name: 'Marmots',
        Played: 'True',
        Favorite: 'False',
      },
      topic: 'Home',
      text: '**mia**: toggle played **Marmots**.\n* Played',
    },
  ],
};
