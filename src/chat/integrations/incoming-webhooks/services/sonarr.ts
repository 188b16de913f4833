import type { Sample, TemplateService } from '../types.ts';

/** What Sonarr, Radarr, Lidarr, Readarr, Whisparr and Prowlarr send: `subject` is what an event is about. */
const family = (kind: string): Pick<TemplateService, 'category' | 'event' | 'shared' | 'topic' | 'events'> => ({
  category: 'entertainment',
  event: '{{ eventType }}',
  shared: `
{% assign title = series.title | default: movie.title | default: remoteMovie.title | default: artist.name \
| default: author.name %}
{% assign year = movie.year | default: remoteMovie.year %}
{% assign file = episodeFile.relativePath | default: movieFile.relativePath | default: movieFile.path \
| default: trackFiles[0].path | default: bookFiles[0].path %}
{% assign quality = release.quality | default: episodeFile.quality | default: movieFile.quality | default: trackFiles[0].quality %}`,
  topic: `{% if title %}{{ title }}{% if year %} ({{ year }}){% endif %}{% elsif eventType == 'Test' %}${kind} - Test\
{% elsif eventType == 'Health' or eventType == 'HealthRestored' %}Health {{ level | words }}{% else %}${kind}{% endif %}`,
  events: [
    { on: 'Test', text: `The webhook of ${kind} works.` },
    {
      on: ['Health', 'HealthRestored'],
      text: `{% if eventType == 'HealthRestored' %}:check: Health restored{% else %}:alert: Health issue{% endif %}: \
{{ message | link: wikiUrl }}{% if level %} ({{ level }}){% endif %}`,
    },
    {
      on: 'ApplicationUpdate',
      text: `${kind} was updated from {{ previousVersion | code }} to {{ newVersion | code }}. {{ message }}`,
    },
    {
      text: `
{% case eventType %}
{% when 'Grab' %}{{ title | bold }} was grabbed{% when 'Download' %}{{ title | bold }} was \
{% if isUpgrade %}upgraded{% else %}imported{% endif %}{% when 'Rename' or 'Retag' %}{{ title | bold }} was {{ eventType | downcase }}\
{% if eventType == 'Rename' %}d{% else %}ged{% endif %}\
{% when 'SeriesDelete' or 'MovieDelete' or 'MovieFileDelete' or 'EpisodeFileDelete' or 'ArtistDelete' or 'AlbumDelete' %}\
{{ title | bold }}: {{ eventType | words | replace: 'delete', 'deleted' }}\
{% when 'SeriesAdd' or 'MovieAdded' or 'ArtistAdd' %}{{ title | bold }} was added\
{% else %}{{ title | default: release.releaseTitle | bold }}: {{ eventType | words }}{% endcase %}\
{% if release.indexer or indexer %} from {{ release.indexer | default: indexer }}{% endif %}\
{% if quality %} in {{ quality }}{% endif %}.
{% for episode in episodes limit: 20 %}
* {{ episode.seasonNumber }}x{% if episode.episodeNumber < 10 %}0{% endif %}\
{{ episode.episodeNumber }} {{ episode.title }}
{% endfor %}
{% for album in albums limit: 20 %}
* {{ album.title }}{% if album.releaseDate %} ({{ album.releaseDate | slice: 0, 10 }}){% endif %}

{% endfor %}
{% for track in tracks limit: 30 %}
* {{ track.title }}
{% endfor %}
{% if remoteMovie.releaseDate or movie.releaseDate %}
* Released: {{ movie.releaseDate | default: remoteMovie.releaseDate }}
{% endif %}
{% if file %}
* File: {{ file | code }}
{% endif %}
{% if release.releaseTitle %}
* Release: {{ release.releaseTitle }}\
{% if release.size %}, {{ release.size | divided_by: 1000000 | round }} MB{% endif %}

{% endif %}
{% if message %}
{{ message | quote }}
{% endif %}`,
    },
  ],
});

const test = (name: string): Sample => ({
  payload: { eventType: 'Test' },
  topic: `${name} - Test`,
  text: `The webhook of ${name} works.`,
});

export const sonarr: TemplateService = {
  name: 'sonarr',
  display_name: 'Sonarr',
  ...family('Sonarr'),
  samples: [
    {
      payload: {
        eventType: 'Grab',
        series: { title: 'Marmots' },
        episodes: [{ seasonNumber: 1, episodeNumber: 2, title: 'Winter' }],
        release: { quality: 'HDTV-720p', indexer: 'Index', releaseTitle: 'Marmots.S01E02', size: 700_000_000 },
      },
      topic: 'Marmots',
      text: '**Marmots** was grabbed from Index in HDTV-720p.\n* 1x02 Winter\n* Release: Marmots.S01E02, 700 MB',
    },
    test('Sonarr'),
  ],
};

export const radarr: TemplateService = {
  name: 'radarr',
  display_name: 'Radarr',
  ...family('Radarr'),
  samples: [
    {
      payload: {
        eventType: 'Download',
        movie: { title: 'Marmots', year: 2026 },
        movieFile: { relativePath: 'Marmots.mkv', quality: 'Bluray-1080p' },
      },
      topic: 'Marmots (2026)',
      text: '**Marmots** was imported in Bluray-1080p.\n* File: `Marmots.mkv`',
    },
    test('Radarr'),
  ],
};

export const lidarr: TemplateService = {
  name: 'lidarr',
  display_name: 'Lidarr',
  ...family('Lidarr'),
  samples: [
    {
      payload: {
        eventType: 'Grab',
        artist: { name: 'The Marmots' },
        albums: [{ title: 'Winter', releaseDate: '2026-01-02T00:00:00Z' }],
        release: { quality: 'FLAC' },
      },
      topic: 'The Marmots',
      text: '**The Marmots** was grabbed in FLAC.\n* Winter (2026-01-02)',
    },
    test('Lidarr'),
  ],
};

export const readarr: TemplateService = {
  name: 'readarr',
  display_name: 'Readarr',
  ...family('Readarr'),
  samples: [test('Readarr')],
};

export const prowlarr: TemplateService = {
  name: 'prowlarr',
  display_name: 'Prowlarr',
  ...family('Prowlarr'),
  samples: [test('Prowlarr')],
};
