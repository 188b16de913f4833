import type { Sample, TemplateService } from '../types.ts';

/** What Sonarr, Radarr, Lidarr, Readarr, Whisparr and Prowlarr send. `title` is what an event is about. */
const family = (
  kind: string,
): Pick<TemplateService, 'category' | 'setup' | 'event' | 'shared' | 'topic' | 'events'> => ({
  category: 'entertainment',
  setup:
    '*Settings → Connect → Add → Webhook* (*Settings → Notifications* in Prowlarr), with the URL and the method POST.',
  event: '{{ eventType }}',
  shared: `
{% assign title = series.title | default: movie.title | default: remoteMovie.title | default: artist.name \
| default: author.name %}
{% assign year = movie.year | default: remoteMovie.year %}
{% assign name = title | default: release.releaseTitle | default: downloadInfo.title | default: releaseTitle | default: '${kind}' %}
{% assign path = '' %}
{% if series.titleSlug %}{% assign path = '/series/' | append: series.titleSlug %}\
{% elsif movie.tmdbId %}{% assign path = '/movie/' | append: movie.tmdbId %}\
{% elsif artist.mbId %}{% assign path = '/artist/' | append: artist.mbId %}{% endif %}
{% assign url = applicationUrl | append: path %}
{% unless applicationUrl %}
{% if series.tvdbId > 0 %}{% assign url = 'https://www.thetvdb.com/?tab=series&id=' | append: series.tvdbId %}\
{% elsif movie.tmdbId > 0 %}{% assign url = 'https://www.themoviedb.org/movie/' | append: movie.tmdbId %}\
{% elsif artist.mbId %}{% assign url = 'https://musicbrainz.org/artist/' | append: artist.mbId %}{% endif %}
{% endunless %}
{% assign file = episodeFile.relativePath | default: episodeFiles[0].relativePath | default: movieFile.relativePath \
| default: movieFile.path | default: trackFiles[0].path | default: trackFile.path | default: bookFiles[0].path \
| default: bookFile.path %}
{% assign quality = release.quality | default: episodeFile.quality | default: episodeFiles[0].quality \
| default: movieFile.quality | default: trackFiles[0].quality | default: trackFile.quality | default: bookFiles[0].quality \
| default: downloadInfo.quality | default: quality %}
{% assign downloaded = release.releaseTitle | default: downloadInfo.title | default: releaseTitle %}
{% assign bytes = release.size | default: downloadInfo.size | default: 0 %}
{% assign renamed = renamedEpisodeFiles | default: renamedMovieFiles | default: renamedTrackFiles \
| default: renamedBookFiles %}
{% assign works = albums | default: books %}
{% assign work = album | default: book %}`,
  topic: `{% if eventType == 'Test' %}${kind} - Test{% elsif title %}{{ title }}{% if year %} ({{ year }}){% endif %}\
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
      text: `${kind} was updated from {{ previousVersion | code }} to {{ newVersion | code }}.\
{% unless message contains newVersion %} {{ message }}{% endunless %}`,
    },
    {
      needs: ['eventType'],
      text: `
{% assign what = name | link: url | bold %}
{% case eventType %}
{% when 'Grab' %}{{ what }} was grabbed{% when 'Download' %}{{ what }} was \
{% if isUpgrade %}upgraded{% else %}imported{% endif %}\
{% when 'Rename' %}{{ what }} was renamed{% when 'Retag' %}{{ what }} was retagged\
{% when 'SeriesAdd' or 'MovieAdded' or 'ArtistAdd' or 'AuthorAdded' %}{{ what }} was added\
{% when 'ManualInteractionRequired' %}:warning: {{ what }} needs a manual import\
{% when 'DownloadFailure' %}:cross_mark: The download of {{ what }} failed\
{% when 'ImportFailure' %}:cross_mark: The import of {{ what }} failed\
{% else %}{{ what }}: {{ eventType | words | append: ' ' | replace: 'delete ', 'deleted ' | strip }}{% endcase %}\
{% if release.indexer or indexer %} from {{ release.indexer | default: indexer }}{% endif %}\
{% if quality %} in {{ quality }}{% endif %}{% if deleteReason %} ({{ deleteReason | words }}){% endif %}\
{% if source %} for {{ source }}{% endif %}.
{% for episode in episodes limit: 20 %}
* {{ episode.seasonNumber }}x{% if episode.episodeNumber < 10 %}0{% endif %}\
{{ episode.episodeNumber }} {{ episode.title }}
{% endfor %}
{% if work.title %}
* {{ work.title }}{% if work.releaseDate %} ({{ work.releaseDate | slice: 0, 10 }}){% endif %}
{% endif %}
{% for one in works limit: 20 %}
* {{ one.title }}{% if one.releaseDate %} ({{ one.releaseDate | slice: 0, 10 }}){% endif %}
{% endfor %}
{% for track in tracks limit: 30 %}
* {{ track.title }}
{% endfor %}
{% if remoteMovie.releaseDate or movie.releaseDate %}
* Released: {{ movie.releaseDate | default: remoteMovie.releaseDate }}
{% endif %}
{% for one in renamed limit: 20 %}
* {{ one.previousRelativePath | default: one.previousPath | code }} → {{ one.relativePath | default: one.path | code }}
{% endfor %}
{% if file %}
* File: {{ file | code }}
{% endif %}
{% if downloaded and downloaded != name %}
* Release: {{ downloaded }}{% if bytes > 1000 %}, {{ bytes | divided_by: 1000000 | round }} MB{% endif %}
{% endif %}
{% if deletedFiles == true %}
* Its files were deleted\
{% if movieFolderSize > 0 %}, {{ movieFolderSize | divided_by: 1000000 | round }} MB{% endif %}
{% endif %}
{% assign reasons = downloadStatusMessages | default: downloadInfo.statusMessages %}
{% for one in reasons limit: 10 %}
* {{ one.title }}: {{ one.messages | join }}
{% endfor %}
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
    {
      payload: {
        eventType: 'ManualInteractionRequired',
        applicationUrl: 'https://tv.example.com',
        series: { title: 'Marmots', titleSlug: 'marmots' },
        episodes: [{ seasonNumber: 1, episodeNumber: 12, title: 'Spring' }],
        downloadInfo: { quality: 'HDTV-720p', title: 'Marmots.S01E12', size: 700_000_000 },
        downloadStatusMessages: [{ title: 'Marmots.S01E12.mkv', messages: ['Not an upgrade', 'Sample'] }],
      },
      topic: 'Marmots',
      text: ':warning: **[Marmots](https://tv.example.com/series/marmots)** needs a manual import in HDTV-720p.\n* 1x12 Spring\n* Release: Marmots.S01E12, 700 MB\n* Marmots.S01E12.mkv: Not an upgrade, Sample',
    },
    {
      payload: {
        eventType: 'Rename',
        series: { title: 'Marmots' },
        renamedEpisodeFiles: [{ previousRelativePath: 'a.mkv', relativePath: 'b.mkv' }],
      },
      topic: 'Marmots',
      text: '**Marmots** was renamed.\n* `a.mkv` → `b.mkv`',
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
    {
      payload: {
        eventType: 'MovieDelete',
        applicationUrl: 'https://films.example.com',
        movie: { title: 'Marmots', year: 2026, tmdbId: 7 },
        deletedFiles: true,
        movieFolderSize: 7_000_000_000,
      },
      topic: 'Marmots (2026)',
      text: '**[Marmots](https://films.example.com/movie/7)**: movie deleted.\n* Its files were deleted, 7000 MB',
    },
    test('Radarr'),
    {
      payload: {
        eventType: 'ManualInteractionRequired',
        downloadInfo: {
          quality: 'Bluray-1080p',
          title: 'Marmots.2026',
          statusMessages: [{ title: 'Marmots.2026', messages: ['No file'] }],
        },
      },
      topic: 'Radarr',
      text: ':warning: **Marmots.2026** needs a manual import in Bluray-1080p.\n* Marmots.2026: No file',
    },
    {
      payload: {
        eventType: 'Grab',
        movie: { title: 'Marmots', year: 2026, tmdbId: 7 },
        release: { quality: 'Bluray-1080p', releaseTitle: 'Marmots.2026', indexer: 'Index' },
      },
      topic: 'Marmots (2026)',
      text:
        '**[Marmots](https://www.themoviedb.org/movie/7)** was grabbed from Index in Bluray-1080p.\n' +
        '* Release: Marmots.2026',
    },
    {
      payload: {
        eventType: 'ApplicationUpdate',
        message: 'Radarr updated from 5.1 to 5.2',
        previousVersion: '5.1',
        newVersion: '5.2',
      },
      topic: 'Radarr',
      text: 'Radarr was updated from `5.1` to `5.2`.',
    },
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
    {
      payload: { eventType: 'DownloadFailure', quality: 'FLAC', releaseTitle: 'The.Marmots-Winter' },
      topic: 'Lidarr',
      text: ':cross_mark: The download of **The.Marmots-Winter** failed in FLAC.',
    },
    {
      payload: {
        eventType: 'Download',
        artist: { name: 'The Marmots' },
        album: { title: 'Winter' },
        trackFiles: [{ path: '/music/1.flac', quality: 'FLAC' }],
      },
      topic: 'The Marmots',
      text: '**The Marmots** was imported in FLAC.\n* Winter\n* File: `/music/1.flac`',
    },
    test('Lidarr'),
  ],
};

export const readarr: TemplateService = {
  name: 'readarr',
  display_name: 'Readarr',
  ...family('Readarr'),
  samples: [
    {
      payload: {
        eventType: 'Grab',
        author: { name: 'Ann' },
        books: [{ title: 'Marmots' }],
        release: { quality: 'EPUB' },
      },
      topic: 'Ann',
      text: '**Ann** was grabbed in EPUB.\n* Marmots',
    },
    test('Readarr'),
  ],
};

export const whisparr: TemplateService = {
  name: 'whisparr',
  display_name: 'Whisparr',
  ...family('Whisparr'),
  samples: [test('Whisparr')],
};

export const prowlarr: TemplateService = {
  name: 'prowlarr',
  display_name: 'Prowlarr',
  ...family('Prowlarr'),
  samples: [
    {
      payload: {
        eventType: 'Grab',
        release: { releaseTitle: 'Marmots.S01', indexer: 'Index', size: 700_000_000 },
        source: 'Sonarr',
      },
      topic: 'Prowlarr',
      text: '**Marmots.S01** was grabbed from Index for Sonarr.',
    },
    test('Prowlarr'),
  ],
};
