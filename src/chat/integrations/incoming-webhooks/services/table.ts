import type { Service } from '../types.ts';
import { airbrake } from './airbrake.ts';
import { airbyte } from './airbyte.ts';
import { alertmanager } from './alertmanager.ts';
import { ansibletower } from './ansibletower.ts';
import { appfollow } from './appfollow.ts';
import { appveyor } from './appveyor.ts';
import { authentik } from './authentik.ts';
import { azuredevops } from './azuredevops.ts';
import { basecamp } from './basecamp.ts';
import { beanstalk } from './beanstalk.ts';
import { beeminder } from './beeminder.ts';
import { bitbucket } from './bitbucket.ts';
import { bitbucket2 } from './bitbucket2.ts';
import { bitbucket3 } from './bitbucket3.ts';
import { buildbot } from './buildbot.ts';
import { canarytoken } from './canarytoken.ts';
import { changedetection } from './changedetection.ts';
import { circleci } from './circleci.ts';
import { clubhouse } from './clubhouse.ts';
import { codeship } from './codeship.ts';
import { crashlytics } from './crashlytics.ts';
import { delighted } from './delighted.ts';
import { dialogflow } from './dialogflow.ts';
import { discord } from './discord.ts';
import { discourse } from './discourse.ts';
import { diun } from './diun.ts';
import { drone, woodpecker } from './drone.ts';
import { dropbox } from './dropbox.ts';
import { errbit } from './errbit.ts';
import { flock } from './flock.ts';
import { freshdesk } from './freshdesk.ts';
import { freshping } from './freshping.ts';
import { freshstatus } from './freshstatus.ts';
import { front } from './front.ts';
import { ghost } from './ghost.ts';
import { forgejo, gitea, gogs } from './gitea.ts';
import { github } from './github.ts';
import { githubsponsors } from './githubsponsors.ts';
import { gitlab } from './gitlab.ts';
import { gocd } from './gocd.ts';
import { gosquared } from './gosquared.ts';
import { gotify } from './gotify.ts';
import { grafana } from './grafana.ts';
import { greenhouse } from './greenhouse.ts';
import { groove } from './groove.ts';
import { harbor } from './harbor.ts';
import { healthchecks } from './healthchecks.ts';
import { hellosign } from './hellosign.ts';
import { helloworld } from './helloworld.ts';
import { heroku } from './heroku.ts';
import { homeassistant } from './homeassistant.ts';
import { ifttt } from './ifttt.ts';
import { insping } from './insping.ts';
import { intercom } from './intercom.ts';
import { jellyfin } from './jellyfin.ts';
import { jenkins } from './jenkins.ts';
import { jira } from './jira.ts';
import { jotform } from './jotform.ts';
import { json } from './json.ts';
import { librato } from './librato.ts';
import { linear } from './linear.ts';
import { mattermost } from './mattermost.ts';
import { mention } from './mention.ts';
import { n8n } from './n8n.ts';
import { netlify } from './netlify.ts';
import { newrelic } from './newrelic.ts';
import { nextcloud } from './nextcloud.ts';
import { ntfy } from './ntfy.ts';
import { opencollective } from './opencollective.ts';
import { opsgenie } from './opsgenie.ts';
import { pagerduty } from './pagerduty.ts';
import { paperless } from './paperless.ts';
import { papertrail } from './papertrail.ts';
import { patreon } from './patreon.ts';
import { pingdom } from './pingdom.ts';
import { pivotal } from './pivotal.ts';
import { proxmox } from './proxmox.ts';
import { raygun } from './raygun.ts';
import { reviewboard } from './reviewboard.ts';
import { rhodecode } from './rhodecode.ts';
import { rundeck } from './rundeck.ts';
import { seerr } from './seerr.ts';
import { semaphore } from './semaphore.ts';
import { sentry } from './sentry.ts';
import { slack } from './slack.ts';
import { slackIncoming } from './slack-incoming.ts';
import { sonarqube } from './sonarqube.ts';
import { lidarr, prowlarr, radarr, readarr, sonarr } from './sonarr.ts';
import { splunk } from './splunk.ts';
import { statuspage } from './statuspage.ts';
import { stripe } from './stripe.ts';
import { taiga } from './taiga.ts';
import { teamcity } from './teamcity.ts';
import { thinkst } from './thinkst.ts';
import { transifex } from './transifex.ts';
import { travis } from './travis.ts';
import { trello } from './trello.ts';
import { updown } from './updown.ts';
import { uptimekuma } from './uptimekuma.ts';
import { uptimerobot } from './uptimerobot.ts';
import { vercel } from './vercel.ts';
import { wekan } from './wekan.ts';
import { wordpress } from './wordpress.ts';
import { zabbix } from './zabbix.ts';
import { zapier } from './zapier.ts';
import { zendesk } from './zendesk.ts';

/** All services of incoming webhooks. To add one, add a file to this folder, and its name here. */
export const SERVICES: readonly Service[] = [
  airbrake,
  airbyte,
  alertmanager,
  ansibletower,
  appfollow,
  appveyor,
  authentik,
  azuredevops,
  basecamp,
  beanstalk,
  beeminder,
  bitbucket,
  bitbucket2,
  bitbucket3,
  buildbot,
  canarytoken,
  changedetection,
  circleci,
  clubhouse,
  codeship,
  crashlytics,
  delighted,
  dialogflow,
  discord,
  discourse,
  diun,
  drone,
  dropbox,
  errbit,
  flock,
  forgejo,
  freshdesk,
  freshping,
  freshstatus,
  front,
  ghost,
  gitea,
  github,
  githubsponsors,
  gitlab,
  gocd,
  gogs,
  gosquared,
  gotify,
  grafana,
  greenhouse,
  groove,
  harbor,
  healthchecks,
  hellosign,
  helloworld,
  heroku,
  homeassistant,
  ifttt,
  insping,
  intercom,
  jellyfin,
  jenkins,
  jira,
  jotform,
  json,
  librato,
  lidarr,
  linear,
  mattermost,
  mention,
  n8n,
  netlify,
  newrelic,
  nextcloud,
  ntfy,
  opencollective,
  opsgenie,
  pagerduty,
  paperless,
  papertrail,
  patreon,
  pingdom,
  pivotal,
  prowlarr,
  proxmox,
  radarr,
  raygun,
  readarr,
  reviewboard,
  rhodecode,
  rundeck,
  seerr,
  semaphore,
  sentry,
  slack,
  slackIncoming,
  sonarqube,
  sonarr,
  splunk,
  statuspage,
  stripe,
  taiga,
  teamcity,
  thinkst,
  transifex,
  travis,
  trello,
  updown,
  uptimekuma,
  uptimerobot,
  vercel,
  wekan,
  woodpecker,
  wordpress,
  zabbix,
  zapier,
  zendesk,
];
