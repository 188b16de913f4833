/**
 * Who can do what in which kind of channel, subscribed (in) or not (out). The channel's letter: allowed or visible. A
 * dot: a response without the content. A dash: rejected. 401: rejected without credentials. The bot and the webhook bot
 * belong to the member.
 */
export const IN_CHANNELS = `
                                                                       owner admin moder membr guest bot   hook  dead  web
GET /streams in                                                        PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
GET /streams out                                                       PVHWA PVHWA P..WA P..WA ...W. P..WA 401   401   401
GET /streams/{stream_id} in                                            PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
GET /streams/{stream_id} out                                           PVHWA PVHWA P--WA P--WA ---W- P--WA 401   401   401
GET /get_stream_id in                                                  PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
GET /get_stream_id out                                                 PVHWA PVHWA P--WA P--WA ---W- P--WA 401   401   401
GET /streams/{stream_id}/members in                                    PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
GET /streams/{stream_id}/members out                                   PVHWA PVHWA P--WA P--WA ---W- P--WA 401   401   401
GET /streams/{stream_id}/email_address in                              PVHW- PVHW- PVHW- PVHW- PVHW- PVHW- 401   401   401
GET /streams/{stream_id}/email_address out                             P--W- P--W- P--W- P--W- ---W- P--W- 401   401   401
GET /users/{user_id}/subscriptions/{stream_id} in                      PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
GET /users/{user_id}/subscriptions/{stream_id} out                     PVHWA PVHWA P--WA P--WA ---W- P--WA 401   401   401
GET /users/me/subscriptions in                                         PVHW. PVHW. PVHW. PVHW. PVHW. PVHW. 401   401   401
GET /users/me/subscriptions out                                        ..... ..... ..... ..... ..... ..... 401   401   401
GET /users/me/{stream_id}/topics in                                    PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   ---W-
GET /users/me/{stream_id}/topics out                                   P--WA P--WA P--WA P--WA ---W- P--WA 401   401   ---W-
GET /messages in                                                       PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   ---W-
GET /messages out                                                      P..WA P..WA P..WA P..WA ...W. P..WA 401   401   ---W-
GET /messages/matches_narrow in                                        PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
GET /messages/matches_narrow out                                       ..... ..... ..... ..... ..... ..... 401   401   401
GET /messages/{message_id} in                                          PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   ---W-
GET /messages/{message_id} out                                         P--WA P--WA P--WA P--WA ---W- P--WA 401   401   ---W-
GET /messages/{message_id}/history in                                  PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
GET /messages/{message_id}/history out                                 P--WA P--WA P--WA P--WA ---W- P--WA 401   401   401
GET /messages/{message_id}/read_receipts in                            PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
GET /messages/{message_id}/read_receipts out                           P--WA P--WA P--WA P--WA ---W- P--WA 401   401   401
POST /register in                                                      PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   ...W.
POST /register out                                                     PVHWA PVHWA P..WA P..WA ...W. P..WA 401   401   ...W.
GET /events in                                                         PVHW. PVHW. PVHW. PVHW. PVHW. PVHW. 401   401   401
GET /events out                                                        ..... ..... ..... ..... ..... ..... 401   401   401
POST /messages in                                                      PVHW- PVHW- PVHW- PVHW- PVHW- PVHW- PVHW- 401   401
POST /messages out                                                     P--W- P--W- P--W- P--W- ---W- P--W- P--W- 401   401
POST /submessage in                                                    PVHW- PVHW- PVHW- PVHW- PVHW- PVHW- 401   401   401
POST /submessage out                                                   P--W- P--W- P--W- P--W- ---W- P--W- 401   401   401
POST /messages/{message_id}/reactions in                               PVHW- PVHW- PVHW- PVHW- PVHW- PVHW- 401   401   401
POST /messages/{message_id}/reactions out                              P--W- P--W- P--W- P--W- ---W- P--W- 401   401   401
DELETE /messages/{message_id}/reactions in                             PVHW- PVHW- PVHW- PVHW- PVHW- PVHW- 401   401   401
DELETE /messages/{message_id}/reactions out                            P--W- P--W- P--W- P--W- ---W- P--W- 401   401   401
POST /messages/{message_id}/pin in                                     PVHW- PVHW- PVHW- PVHW- PVHW- PVHW- 401   401   401
POST /messages/{message_id}/pin out                                    P--W- P--W- P--W- P--W- ---W- P--W- 401   401   401
DELETE /messages/{message_id}/pin in                                   PVHW- PVHW- PVHW- PVHW- PVHW- PVHW- 401   401   401
DELETE /messages/{message_id}/pin out                                  P--W- P--W- P--W- P--W- ---W- P--W- 401   401   401
GET /pinned_messages in                                                PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   ---W-
GET /pinned_messages out                                               P--WA P--WA P--WA P--WA ---W- P--WA 401   401   ---W-
POST /messages/flags in                                                PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
POST /messages/flags out                                               P--WA P--WA P--WA P--WA ---W- P--WA 401   401   401
POST /messages/flags/narrow in                                         PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
POST /messages/flags/narrow out                                        P..WA P..WA P..WA P..WA ...W. P..WA 401   401   401
POST /mark_stream_as_read in                                           PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
POST /mark_stream_as_read out                                          PVHWA PVHWA P--WA P--WA ---W- P--WA 401   401   401
POST /mark_topic_as_read in                                            PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
POST /mark_topic_as_read out                                           ----- ----- ----- ----- ----- ----- 401   401   401
POST /messages/{message_id}/report in                                  PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
POST /messages/{message_id}/report out                                 P--WA P--WA P--WA P--WA ---W- P--WA 401   401   401
PATCH /messages/{message_id} (another topic) in                        PVHW- PVHW- PVHW- PVHW- PVHW- PVHW- 401   401   401
PATCH /messages/{message_id} (another topic) out                       P--W- P--W- P--W- P--W- ---W- P--W- 401   401   401
PATCH /messages/{message_id} (other words) in                          ----- ----- ----- ----- ----- ----- 401   401   401
PATCH /messages/{message_id} (other words) out                         ----- ----- ----- ----- ----- ----- 401   401   401
DELETE /messages/{message_id} in                                       PVHW- PVHW- ----- ----- ----- ----- 401   401   401
DELETE /messages/{message_id} out                                      P--W- P--W- ----- ----- ----- ----- 401   401   401
POST /typing in                                                        PVHW- PVHW- PVHW- PVHW- PVHW- PVHW- 401   401   401
POST /typing out                                                       P--W- P--W- P--W- P--W- ---W- P--W- 401   401   401
POST /messages/{message_id}/typing in                                  PVHW- PVHW- PVHW- PVHW- PVHW- PVHW- 401   401   401
POST /messages/{message_id}/typing out                                 P--W- P--W- P--W- P--W- ---W- P--W- 401   401   401
POST /user_topics in                                                   PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
POST /user_topics out                                                  P--WA P--WA P--WA P--WA ---W- P--WA 401   401   401
POST /users/me/subscriptions/properties in                             PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
POST /users/me/subscriptions/properties out                            ----- ----- ----- ----- ----- ----- 401   401   401
PATCH /users/me/subscriptions/{stream_id} in                           PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
PATCH /users/me/subscriptions/{stream_id} out                          ----- ----- ----- ----- ----- ----- 401   401   401
PATCH /users/me/subscriptions/muted_topics in                          PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
PATCH /users/me/subscriptions/muted_topics out                         P--WA P--WA P--WA P--WA ---W- P--WA 401   401   401
POST /users/me/subscriptions in                                        PVHW- PVHW- PVHW- PVHW- ----- PVHW- 401   401   401
POST /users/me/subscriptions out                                       P--W- P--W- P--W- P--W- ----- P--W- 401   401   401
PATCH /users/me/subscriptions in                                       PVHW- PVHW- PVHW- PVHW- ----- PVHW- 401   401   401
PATCH /users/me/subscriptions out                                      P--W- P--W- P--W- P--W- ----- P--W- 401   401   401
DELETE /users/me/subscriptions in                                      PVHWA PVHWA PVHWA PVHWA PVHWA PVHWA 401   401   401
DELETE /users/me/subscriptions out                                     ..... ..... .--.. .--.. ---.- .--.. 401   401   401
POST /streams/{stream_id}/email_address/replace in                     PVHWA PVHWA ----- ----- ----- ----- 401   401   401
POST /streams/{stream_id}/email_address/replace out                    P--WA P--WA ----- ----- ----- ----- 401   401   401
POST /streams/{stream_id}/delete_topic in                              PVHW- PVHW- ----- ----- ----- ----- 401   401   401
POST /streams/{stream_id}/delete_topic out                             P--W- P--W- ----- ----- ----- ----- 401   401   401
PATCH /streams/{stream_id} in                                          PVHWA PVHWA ----- ----- ----- ----- 401   401   401
PATCH /streams/{stream_id} out                                         PVHWA PVHWA ----- ----- ----- ----- 401   401   401
POST /streams/{stream_id}/merge in                                     PV-W- PV-W- ----- ----- ----- ----- 401   401   401
POST /streams/{stream_id}/merge out                                    P--W- P--W- ----- ----- ----- ----- 401   401   401
DELETE /streams/{stream_id} in                                         PVHW- PVHW- ----- ----- ----- ----- 401   401   401
DELETE /streams/{stream_id} out                                        PVHW- PVHW- ----- ----- ----- ----- 401   401   401
`;

/** The same for endpoints outside channels: yes, no, or 401. */
export const OUTSIDE = `
                                                                       owner admin moder membr guest bot   hook  dead  web
GET /server_settings                                                   yes   yes   yes   yes   yes   yes   yes   yes   yes
GET /static/generated/emoji/emoji_api.json                             yes   yes   yes   yes   yes   yes   yes   yes   yes
GET /openapi.json                                                      yes   yes   yes   yes   yes   yes   yes   yes   yes
GET /                                                                  yes   yes   yes   yes   yes   yes   yes   yes   yes
GET /static/client/{name}                                              yes   yes   yes   yes   yes   yes   yes   yes   yes
GET /service-worker.js                                                 yes   yes   yes   yes   yes   yes   yes   yes   yes
GET /manifest.webmanifest                                              yes   yes   yes   yes   yes   yes   yes   yes   yes
GET /static/generated/emoji/images/emoji/unicode/zulip.png             yes   yes   yes   yes   yes   yes   yes   yes   yes
GET /sign-in-icon/{file}                                               yes   yes   yes   yes   yes   yes   yes   yes   yes
GET /app-icon/{name}                                                   yes   yes   yes   yes   yes   yes   yes   yes   yes
GET /share/{id}                                                        yes   yes   yes   yes   yes   yes   yes   yes   yes
GET /health                                                            yes   yes   yes   yes   yes   yes   yes   yes   yes
GET /metrics                                                           no    no    no    no    no    no    no    no    no
POST /fetch_api_key                                                    yes   yes   yes   yes   yes   no    no    401   no
POST /accounts/login/                                                  yes   yes   yes   yes   yes   no    no    401   no
POST /accounts/logout/                                                 no    no    no    no    no    no    401   401   401
GET /users/me                                                          yes   yes   yes   yes   yes   yes   401   401   401
GET /users                                                             yes   yes   yes   yes   yes   yes   401   401   yes
GET /users/{user_id}                                                   yes   yes   yes   yes   yes   yes   401   401   401
GET /users/{email}                                                     yes   yes   yes   yes   yes   yes   401   401   401
POST /users                                                            yes   yes   no    no    no    no    401   401   401
PATCH /settings                                                        yes   yes   yes   yes   yes   no    401   401   401
GET /realm/presence                                                    yes   yes   yes   yes   yes   yes   401   401   401
GET /users/{user_id_or_email}/presence                                 yes   yes   yes   yes   yes   yes   401   401   401
GET /users/me/second_factors                                           yes   yes   yes   yes   yes   no    401   401   401
POST /users/me/authenticator/secret                                    no    no    no    no    no    no    401   401   401
POST /users/me/authenticator (a wrong code)                            no    no    no    no    no    no    401   401   401
DELETE /users/me/authenticator (none)                                  no    no    no    no    no    no    401   401   401
POST /users/me/recovery_codes (no second step)                         no    no    no    no    no    no    401   401   401
POST /users/me/passkeys/options                                        no    no    no    no    no    no    401   401   401
POST /users/me/passkeys (invalid)                                      no    no    no    no    no    no    401   401   401
PATCH /users/me/passkeys/{passkey_id} (none)                           no    no    no    no    no    no    401   401   401
DELETE /users/me/passkeys/{passkey_id} (none)                          no    no    no    no    no    no    401   401   401
GET /users/me/identities                                               yes   yes   yes   yes   yes   no    401   401   401
POST /users/me/identities (no provider)                                no    no    no    no    no    no    401   401   401
POST /users/me/identities/ldap (no directory)                          no    no    no    no    no    no    401   401   401
DELETE /users/me/identities/{identity_id} (none)                       no    no    no    no    no    no    401   401   401
GET /users/me/sessions                                                 yes   yes   yes   yes   yes   no    401   401   401
DELETE /users/me/sessions                                              yes   yes   yes   yes   yes   no    401   401   401
DELETE /sessions                                                       yes   no    no    no    no    no    401   401   401
DELETE /users/me/sessions/{session_id} (none)                          no    no    no    no    no    no    401   401   401
POST /users/me/api_key                                                 yes   yes   yes   yes   yes   no    401   401   401
POST /users/me/presence                                                yes   yes   yes   yes   yes   no    401   401   401
POST /register                                                         yes   yes   yes   yes   yes   yes   401   401   yes
POST /register (all public channels)                                   yes   yes   yes   yes   no    yes   401   401   yes
DELETE /events                                                         yes   yes   yes   yes   yes   yes   401   401   401
POST /mark_all_as_read                                                 yes   yes   yes   yes   yes   yes   401   401   401
POST /channels/create (public)                                         yes   yes   yes   yes   no    yes   401   401   401
POST /channels/create (private)                                        yes   yes   yes   yes   no    yes   401   401   401
POST /channels/create (web-public)                                     yes   no    no    no    no    no    401   401   401
POST /users/me/subscriptions (a new channel)                           yes   yes   yes   yes   no    yes   401   401   401
POST /messages (direct)                                                yes   yes   yes   yes   yes   yes   yes   401   401
POST /typing (direct)                                                  yes   yes   yes   yes   yes   yes   401   401   401
GET /messages/{message_id} (others’ direct message)                    no    no    no    no    no    no    401   401   no
DELETE /messages/{message_id} (others’ direct message)                 no    no    no    no    no    no    401   401   401
DELETE /messages/{message_id} (one’s own)                              yes   yes   yes   yes   yes   yes   401   401   401
POST /bots                                                             yes   yes   yes   yes   no    no    401   401   401
GET /bots                                                              yes   yes   yes   yes   no    no    401   401   401
PATCH /bots/{bot_id} (somebody else’s)                                 yes   yes   no    no    no    no    401   401   401
POST /bots/{bot_id}/api_key/regenerate (somebody else’s)               yes   yes   no    no    no    no    401   401   401
DELETE /bots/{bot_id} (somebody else’s)                                yes   yes   no    no    no    no    401   401   401
GET /integrations                                                      yes   yes   yes   yes   yes   yes   401   401   401
GET /integrations/{service}                                            yes   yes   yes   yes   yes   yes   401   401   401
GET /webhooks (of somebody else’s bot)                                 yes   yes   no    no    no    no    401   401   401
POST /webhooks (of somebody else’s bot)                                yes   yes   no    no    no    no    401   401   401
DELETE /webhooks/{webhook_id} (somebody else’s)                        yes   yes   no    no    no    no    401   401   401
GET /bots/{bot_id}/webhook (somebody else’s)                           yes   yes   no    no    no    no    401   401   401
POST /bots/{bot_id}/webhook/test (somebody else’s)                     yes   yes   no    no    no    no    401   401   401
POST /slash_commands (of somebody else’s bot)                          yes   yes   no    no    no    no    401   401   401
PATCH /slash_commands/{command_id} (somebody else’s)                   yes   yes   no    no    no    no    401   401   401
DELETE /slash_commands/{command_id} (somebody else’s)                  yes   yes   no    no    no    no    401   401   401
POST /slash_commands/run                                               yes   yes   yes   yes   yes   no    401   401   401
POST /slash_commands/answers/{token}                                   no    no    no    no    no    no    no    no    no
GET /feeds (of somebody else’s bot)                                    yes   yes   no    no    no    no    401   401   401
POST /feeds (of somebody else’s bot)                                   no    no    no    no    no    no    401   401   401
POST /feeds/import (of somebody else’s bot)                            yes   yes   no    no    no    no    401   401   401
PATCH /feeds/{feed_id} (somebody else’s)                               yes   yes   no    no    no    no    401   401   401
DELETE /feeds/{feed_id} (somebody else’s)                              yes   yes   no    no    no    no    401   401   401
POST /feeds/{feed_id}/read (somebody else’s)                           yes   yes   no    no    no    no    401   401   401
GET /webhooks/{webhook_id}/deliveries (somebody else’s)                yes   yes   no    no    no    no    401   401   401
POST /webhooks/{webhook_id}/send (somebody else’s)                     yes   yes   no    no    no    no    401   401   401
POST /webhook_templates                                                yes   yes   no    no    no    no    401   401   401
POST /webhook_templates/preview                                        yes   yes   no    no    no    no    401   401   401
PATCH /webhook_templates/{template_id}                                 yes   yes   no    no    no    no    401   401   401
DELETE /webhook_templates/{template_id}                                yes   yes   no    no    no    no    401   401   401
PUT /bot_storage                                                       yes   yes   yes   yes   yes   yes   401   401   401
GET /bot_storage                                                       yes   yes   yes   yes   yes   yes   401   401   401
DELETE /bot_storage                                                    yes   yes   yes   yes   yes   yes   401   401   401
POST /accounts/confirm_new_email/{key}                                 no    no    no    no    no    no    no    no    no
PATCH /settings/display                                                yes   yes   yes   yes   yes   no    401   401   401
PATCH /settings/notifications                                          yes   yes   yes   yes   yes   no    401   401   401
PATCH /realm/user_settings_defaults                                    yes   yes   no    no    no    no    401   401   401
GET /realm/profile_fields                                              yes   yes   yes   yes   yes   yes   401   401   401
POST /realm/profile_fields                                             yes   yes   no    no    no    no    401   401   401
PATCH /realm/profile_fields                                            yes   yes   no    no    no    no    401   401   401
PATCH /realm/profile_fields/{field_id}                                 yes   yes   no    no    no    no    401   401   401
PATCH /users/me/profile_data                                           yes   yes   yes   yes   yes   no    401   401   401
DELETE /users/me/profile_data                                          yes   yes   yes   yes   yes   no    401   401   401
DELETE /realm/profile_fields/{field_id}                                yes   yes   no    no    no    no    401   401   401
POST /channel_folders/create                                           yes   yes   no    no    no    no    401   401   401
GET /channel_folders                                                   yes   yes   yes   yes   yes   yes   401   401   401
PATCH /channel_folders                                                 yes   yes   no    no    no    no    401   401   401
PATCH /channel_folders/{channel_folder_id}                             yes   yes   no    no    no    no    401   401   401
POST /default_streams                                                  yes   yes   no    no    no    no    401   401   401
DELETE /default_streams                                                yes   yes   no    no    no    no    401   401   401
POST /default_stream_groups/create                                     yes   yes   no    no    no    no    401   401   401
PATCH /default_stream_groups/{group_id}                                yes   yes   no    no    no    no    401   401   401
PATCH /default_stream_groups/{group_id}/streams                        yes   yes   no    no    no    no    401   401   401
DELETE /default_stream_groups/{group_id}                               yes   yes   no    no    no    no    401   401   401
POST /user_groups/create                                               yes   yes   yes   yes   no    no    401   401   401
GET /user_groups                                                       yes   yes   yes   yes   no    no    401   401   401
GET /user_groups/{user_group_id}/members                               yes   yes   yes   yes   no    no    401   401   401
GET /user_groups/{user_group_id}/members/{user_id}                     yes   yes   yes   yes   no    no    401   401   401
GET /user_groups/{user_group_id}/subgroups                             yes   yes   yes   yes   no    no    401   401   401
PATCH /user_groups/{user_group_id} (somebody else’s)                   yes   no    no    no    no    no    401   401   401
POST /user_groups/{user_group_id}/members (somebody else’s)            yes   no    no    no    no    no    401   401   401
POST /user_groups/{user_group_id}/subgroups (somebody else’s)          yes   no    no    no    no    no    401   401   401
POST /user_groups/{user_group_id}/deactivate (somebody else’s)         yes   no    no    no    no    no    401   401   401
POST /messages/render                                                  yes   yes   yes   yes   yes   yes   401   401   401
PATCH /messages/{message_id} (others’ direct message)                  no    no    no    no    no    no    401   401   401
GET /messages/{message_id}/history (others’ direct message)            no    no    no    no    no    no    401   401   401
POST /users/me/onboarding_steps                                        yes   yes   yes   yes   yes   no    401   401   401
GET /users/{user_id}/status                                            yes   yes   yes   yes   yes   yes   401   401   401
POST /users/me/status                                                  yes   yes   yes   yes   yes   no    401   401   401
POST /users/{user_id}/status                                           yes   yes   no    no    no    no    401   401   401
POST /users/me/muted_users/{muted_user_id}                             yes   yes   yes   yes   yes   yes   401   401   401
DELETE /users/me/muted_users/{muted_user_id}                           yes   yes   yes   yes   yes   yes   401   401   401
POST /users/me/alert_words                                             yes   yes   yes   yes   yes   yes   401   401   401
GET /users/me/alert_words                                              yes   yes   yes   yes   yes   yes   401   401   401
DELETE /users/me/alert_words                                           yes   yes   yes   yes   yes   yes   401   401   401
POST /drafts                                                           yes   yes   yes   yes   yes   yes   401   401   401
GET /drafts                                                            yes   yes   yes   yes   yes   yes   401   401   401
PATCH /drafts/{draft_id}                                               yes   yes   yes   yes   yes   yes   401   401   401
PATCH /drafts/{draft_id} (somebody else’s)                             no    no    no    no    no    no    401   401   401
DELETE /drafts/{draft_id} (somebody else’s)                            no    no    no    no    no    no    401   401   401
POST /navigation_views                                                 yes   yes   yes   yes   yes   yes   401   401   401
GET /navigation_views                                                  yes   yes   yes   yes   yes   yes   401   401   401
PATCH /navigation_views/{fragment}                                     yes   yes   yes   yes   yes   yes   401   401   401
DELETE /navigation_views/{fragment}                                    yes   yes   yes   yes   yes   yes   401   401   401
PATCH /do_not_disturb                                                  yes   yes   yes   yes   yes   no    401   401   401
PATCH /sidebar_order                                                   yes   yes   yes   yes   yes   no    401   401   401
POST /saved_snippets                                                   yes   yes   yes   yes   yes   yes   401   401   401
GET /saved_snippets                                                    yes   yes   yes   yes   yes   yes   401   401   401
PATCH /saved_snippets/{saved_snippet_id} (somebody else’s)             no    no    no    no    no    no    401   401   401
DELETE /saved_snippets/{saved_snippet_id} (somebody else’s)            no    no    no    no    no    no    401   401   401
PATCH /users/{user_id}                                                 yes   yes   no    no    no    no    401   401   401
PATCH /users/{user_id} (an owner)                                      yes   yes   no    no    no    no    401   401   401
PATCH /users/{user_id} (makes an owner)                                yes   no    no    no    no    no    401   401   401
PATCH /users/{email}                                                   yes   yes   no    no    no    no    401   401   401
DELETE /users/{user_id}                                                yes   yes   no    no    no    no    401   401   401
DELETE /users/{user_id} (an owner)                                     yes   no    no    no    no    no    401   401   401
POST /users/{user_id}/reactivate                                       yes   yes   no    no    no    no    401   401   401
PATCH /realm                                                           yes   yes   no    no    no    no    401   401   401
PATCH /realm (what is for owners)                                      yes   no    no    no    no    no    401   401   401
POST /realm/deactivate (never done, for it asks for deletion)          no    no    no    no    no    no    401   401   401
GET /realm/domains                                                     yes   yes   yes   yes   yes   yes   401   401   401
POST /realm/domains                                                    yes   no    no    no    no    no    401   401   401
PATCH /realm/domains/{domain}                                          yes   no    no    no    no    no    401   401   401
DELETE /realm/domains/{domain}                                         yes   no    no    no    no    no    401   401   401
GET /realm/linkifiers                                                  yes   yes   yes   yes   yes   yes   401   401   401
POST /realm/filters                                                    yes   yes   no    no    no    no    401   401   401
PATCH /realm/filters/{filter_id}                                       yes   yes   no    no    no    no    401   401   401
PATCH /realm/linkifiers                                                yes   yes   no    no    no    no    401   401   401
DELETE /realm/filters/{filter_id}                                      yes   yes   no    no    no    no    401   401   401
POST /realm/playgrounds                                                yes   yes   no    no    no    no    401   401   401
DELETE /realm/playgrounds/{playground_id}                              yes   yes   no    no    no    no    401   401   401
POST /reminders                                                        yes   yes   yes   yes   yes   yes   401   401   401
GET /reminders                                                         yes   yes   yes   yes   yes   yes   401   401   401
DELETE /reminders/{reminder_id} (somebody else’s)                      no    no    no    no    no    no    401   401   401
POST /scheduled_messages                                               yes   yes   yes   yes   yes   yes   401   401   401
GET /scheduled_messages                                                yes   yes   yes   yes   yes   yes   401   401   401
PATCH /scheduled_messages/{scheduled_message_id} (somebody else’s)     no    no    no    no    no    no    401   401   401
DELETE /scheduled_messages/{scheduled_message_id} (somebody else’s)    no    no    no    no    no    no    401   401   401
GET /attachments                                                       yes   yes   yes   yes   yes   yes   401   401   401
DELETE /attachments/{attachment_id} (not there)                        no    no    no    no    no    no    401   401   401
POST /user_uploads (without a file)                                    no    no    no    no    no    no    401   401   401
OPTIONS /tus                                                           yes   yes   yes   yes   yes   yes   yes   yes   yes
POST /tus/{upload_id} (not there)                                      no    no    no    no    no    no    401   401   401
POST /tus (of no length)                                               no    no    no    no    no    no    401   401   401
PATCH /tus/{upload_id} (not there)                                     no    no    no    no    no    no    401   401   401
HEAD /tus/{upload_id} (not there)                                      no    no    no    no    no    no    401   401   401
DELETE /tus/{upload_id} (not there)                                    no    no    no    no    no    no    401   401   401
GET /user_uploads/{realm_id_str}/{filename} (not there)                no    no    no    no    no    no    401   401   401
GET /user_uploads/download/{realm_id_str}/{filename} (not there)       no    no    no    no    no    no    401   401   no
GET /user_uploads/temporary/{token}/{filename} (not there)             no    no    no    no    no    no    no    no    no
GET /user_uploads/thumbnail/{realm_id_str}/{filename} (not there)      no    no    no    no    no    no    401   401   no
GET /external_content/{digest}/{hex_url} (of no address given out)     no    no    no    no    no    no    no    no    no
GET /thumbnail (of a file not there)                                   no    no    no    no    no    no    401   401   no
GET /static/images/loading/loader-black.svg                            yes   yes   yes   yes   yes   yes   yes   yes   yes
GET /realm/subdomain/{subdomain}                                       no    no    no    no    no    no    no    no    no
POST /jwt/fetch_api_key (not set up)                                   no    no    no    no    no    no    no    no    no
POST /realm/test_welcome_bot_custom_message                            yes   yes   no    no    no    no    401   401   401
GET /messages/summary (not set up)                                     no    no    no    no    no    no    401   401   401
GET /calls/bigbluebutton/create (not set up)                           no    no    no    no    no    no    401   401   401
POST /calls/zoom/create (not set up)                                   no    no    no    no    no    no    401   401   401
GET /avatar/{user_id}                                                  yes   yes   yes   yes   yes   yes   401   401   yes
GET /avatar/{user_id}/medium                                           yes   yes   yes   yes   yes   yes   401   401   yes
GET /avatar/{email}                                                    yes   yes   yes   yes   yes   yes   401   401   yes
GET /avatar/{email}/medium                                             yes   yes   yes   yes   yes   yes   401   401   yes
GET /user_avatars/{realm_id_str}/{filename} (not there)                no    no    no    no    no    no    no    no    no
GET /static/images/icon.svg                                            yes   yes   yes   yes   yes   yes   yes   yes   yes
GET /static/images/logo.svg                                            yes   yes   yes   yes   yes   yes   yes   yes   yes
POST /users/me/avatar (without a file)                                 no    no    no    no    no    no    401   401   401
DELETE /users/me/avatar                                                yes   yes   yes   yes   yes   yes   401   401   401
GET /realm/icon                                                        yes   yes   yes   yes   yes   yes   401   401   401
POST /realm/icon (without a file)                                      no    no    no    no    no    no    401   401   401
DELETE /realm/icon                                                     yes   yes   no    no    no    no    401   401   401
GET /realm/logo                                                        yes   yes   yes   yes   yes   yes   401   401   401
POST /realm/logo (without a file)                                      no    no    no    no    no    no    401   401   401
DELETE /realm/logo                                                     yes   yes   no    no    no    no    401   401   401
GET /realm/emoji                                                       yes   yes   yes   yes   yes   yes   401   401   401
POST /realm/emoji/{emoji_name} (without a file)                        no    no    no    no    no    no    401   401   401
DELETE /realm/emoji/{emoji_name} (not there)                           no    no    no    no    no    no    401   401   401
GET /invites                                                           yes   yes   yes   yes   no    no    401   401   401
POST /invites                                                          yes   yes   yes   yes   no    no    401   401   401
POST /invites (an administrator)                                       yes   yes   no    no    no    no    401   401   401
POST /invites (an owner)                                               yes   no    no    no    no    no    401   401   401
POST /invites/accounts/{user_id} (with an address)                     no    no    no    no    no    no    401   401   401
POST /invites/multiuse                                                 yes   yes   no    no    no    no    401   401   401
POST /invites/{invite_id}/resend (somebody else’s)                     yes   yes   no    no    no    no    401   401   401
DELETE /invites/{invite_id} (somebody else’s)                          yes   yes   no    no    no    no    401   401   401
DELETE /invites/multiuse/{invite_id} (somebody else’s)                 yes   yes   no    no    no    no    401   401   401
POST /accounts/register/ (not invited)                                 no    no    no    no    no    no    no    no    no
GET /received_mails                                                    yes   yes   no    no    no    no    401   401   401
GET /archived_channels                                                 yes   yes   no    no    no    no    401   401   401
GET /announcements                                                     yes   yes   no    no    no    no    401   401   401
GET /announcements/recipients                                          yes   yes   no    no    no    no    401   401   401
POST /announcements (without a mail server)                            no    no    no    no    no    no    401   401   401
POST /announcements/test (without a mail server)                       no    no    no    no    no    no    401   401   401
GET /imports/archive                                                   yes   no    no    no    no    no    401   401   401
POST /imports/archive (not uploaded)                                   no    no    no    no    no    no    401   401   401
DELETE /imports/archive (not there)                                    yes   no    no    no    no    no    401   401   401
GET /imports/archive/report (not there)                                no    no    no    no    no    no    401   401   401
GET /server/status                                                     yes   yes   no    no    no    no    401   401   401
GET /server/newest_version (not known here)                            no    no    no    no    no    no    401   401   401
GET /mail                                                              yes   yes   no    no    no    no    401   401   401
POST /mail/{mail_id}/retry (not there)                                 no    no    no    no    no    no    401   401   401
DELETE /mail/{mail_id} (not there)                                     no    no    no    no    no    no    401   401   401
POST /accounts/unsubscribe/{kind}/{token}/now (guessed)                no    no    no    no    no    no    no    no    no
POST /external/{service} (without a bot’s key)                         401   401   401   401   401   401   401   401   401
POST /hooks/{token} (guessed)                                          no    no    no    no    no    no    no    no    no
POST /hooks/{token}/{form} (guessed)                                   no    no    no    no    no    no    no    no    no
POST /hooks//message (guessed)                                         no    no    no    no    no    no    no    no    no
POST / (guessed)                                                       no    no    no    no    no    no    no    no    no
POST /{ntfy_topic} (guessed)                                           no    no    no    no    no    no    no    no    no
GET /hooks/{token} (guessed)                                           no    no    no    no    no    no    no    no    no
GET /external/{service} (without a bot’s key)                          401   401   401   401   401   401   401   401   401
POST /external/slack_incoming (without a bot’s key)                    401   401   401   401   401   401   401   401   401
POST /users/{user_id}/erase                                            yes   yes   no    no    no    no    401   401   401
GET /audit_log                                                         yes   yes   no    no    no    no    401   401   401
GET /users/me/data_export                                              yes   yes   yes   yes   yes   no    401   401   401
POST /users/me/data_export                                             yes   yes   yes   yes   yes   no    401   401   401
DELETE /users/me/data_export (not there)                               no    no    no    no    no    no    401   401   401
GET /data_export (not there)                                           no    no    no    no    no    no    401   401   401
GET /statistics                                                        yes   yes   no    no    no    no    401   401   401
GET /deleted_messages                                                  yes   yes   no    no    no    no    401   401   401
POST /deleted_messages/restore (not there)                             no    no    no    no    no    no    401   401   401
GET /export/realm                                                      yes   yes   no    no    no    no    401   401   401
POST /export/realm (without consent)                                   no    no    no    no    no    no    401   401   401
DELETE /export/realm/{export_id} (not there)                           no    no    no    no    no    no    401   401   401
GET /export/realm/consents                                             yes   yes   no    no    no    no    401   401   401
GET /realm_exports/{export_id} (not there)                             no    no    no    no    no    no    401   401   401
POST /calls                                                            yes   yes   yes   yes   yes   no    401   401   401
POST /calls/create                                                     yes   yes   yes   yes   yes   yes   401   401   401
POST /calls/{message_id}/answer (somebody else’s)                      no    no    no    no    no    no    401   401   401
DELETE /calls/{message_id} (somebody else’s)                           no    no    no    no    no    no    401   401   401
GET /gifs (not set up)                                                 no    no    no    no    no    no    401   401   401
POST /mcp (Model Context Protocol)                                     yes   yes   yes   yes   yes   yes   401   401   401
POST /zcommand                                                         yes   yes   yes   yes   yes   yes   401   401   401
POST /users/me/apns_device_token                                       yes   yes   yes   yes   yes   no    401   401   401
DELETE /users/me/apns_device_token                                     yes   yes   yes   yes   yes   no    401   401   401
POST /users/me/android_gcm_reg_id                                      yes   yes   yes   yes   yes   no    401   401   401
DELETE /users/me/android_gcm_reg_id                                    yes   yes   yes   yes   yes   no    401   401   401
GET /ntfy/addresses                                                    yes   yes   yes   yes   yes   no    401   401   401
POST /ntfy/addresses                                                   yes   yes   yes   yes   yes   no    401   401   401
PATCH /ntfy/addresses/{id} (none)                                      no    no    no    no    no    no    401   401   401
DELETE /ntfy/addresses/{id} (none)                                     no    no    no    no    no    no    401   401   401
GET /notification_targets                                              yes   yes   yes   yes   yes   no    401   401   401
POST /notification_targets/{id}/test (none)                            no    no    no    no    no    no    401   401   401
GET /web_push/key                                                      yes   yes   yes   yes   yes   no    401   401   401
POST /web_push/subscriptions                                           yes   yes   yes   yes   yes   no    401   401   401
DELETE /web_push/subscriptions                                         yes   yes   yes   yes   yes   no    401   401   401
POST /mobile_push/register (not set up)                                no    no    no    no    no    no    401   401   401
POST /mobile_push/test_notification (not set up)                       no    no    no    no    no    no    401   401   401
POST /remotes/push/e2ee/register (not set up)                          no    no    no    no    no    no    no    no    no
GET /zulip-services/verify/{access_token}/ (none)                      no    no    no    no    no    no    no    no    no
POST /mobile_push/e2ee/test_notification (not set up)                  no    no    no    no    no    no    401   401   401
POST /users/me/api_key/regenerate                                      yes   yes   yes   yes   yes   yes   401   401   401
DELETE /users/me                                                       yes   yes   yes   yes   yes   401   401   401   401
`;
