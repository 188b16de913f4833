/** The pages' texts in Arabic, by the English text. Names in braces are placeholders. */
export const ar: Readonly<Record<string, string>> = {
  'Sign in': 'تسجيل الدخول',
  'Sign out': 'تسجيل الخروج',
  'Terms of service': 'شروط الخدمة',
  'Privacy policy': 'سياسة الخصوصية',
  Imprint: 'بيانات الناشر',
  'No organization here': 'لا منظمة هنا',
  'This server has no organization with this address. Check the address for typing errors.':
    'لا توجد على هذا الخادم منظمة بهذا العنوان. يُرجى التحقق من عدم وجود أخطاء إملائية في العنوان.',
  'Organization suspended': 'المنظمة موقوفة',
  'This organization is suspended. Nothing is lost. Ask the server administrator for the reason.':
    'هذه المنظمة موقوفة. لم يُفقد شيء. يمكنك سؤال مدير الخادم عن السبب.',
  'Organization not available': 'المنظمة غير متاحة',
  'This organization is not available at the moment. Try again in a minute.':
    'هذه المنظمة غير متاحة حاليًا. يُرجى المحاولة مرة أخرى بعد دقيقة.',
  'Setting up HTTPS': 'جارٍ إعداد HTTPS',
  'HTTPS for <b>{domain}</b> starts as soon as a certificate authority has confirmed the name. This usually takes less than a minute. This page reloads by itself.':
    'يبدأ HTTPS للنطاق <b>{domain}</b> بمجرد أن تؤكد هيئة الشهادات الاسم. يستغرق هذا عادةً أقل من دقيقة. ستُعاد تحميل هذه الصفحة تلقائيًا.',
  'If it takes longer, ask the server administrator to check the server’s log.':
    'إذا استغرق الأمر وقتًا أطول، فيمكنك أن تطلب من مدير الخادم التحقق من سجل الخادم.',
  'E-mail': 'البريد الإلكتروني',
  Password: 'كلمة المرور',
  'Forgot your password?': 'هل نسيت كلمة المرور؟',
  'You can’t sign in with a password here. Use your organization’s own sign-in page, or ask an administrator for a link.':
    'لا يمكنك تسجيل الدخول بكلمة مرور هنا. استخدم صفحة تسجيل الدخول الخاصة بمؤسستك، أو اطلب رابطًا من أحد المسؤولين.',
  'Sign in as any user without a password': 'تسجيل الدخول كأي مستخدم بدون كلمة مرور',
  'View without an account': 'التصفح بدون حساب',
  'You are signed in as <b>{name}</b> ({email}).': 'سُجّل دخولك باسم <b>{name}</b> ({email}).',
  'Enter the e-mail address of your account. You’ll get a link to choose a new password.':
    'يُرجى إدخال عنوان البريد الإلكتروني لحسابك. سيصلك رابط لاختيار كلمة مرور جديدة.',
  'Send link': 'إرسال الرابط',
  'Back to sign-in': 'العودة إلى تسجيل الدخول',
  'Check your e-mail': 'تحقق من بريدك الإلكتروني',
  'Ask for your link': 'اطلب الرابط',
  'If <b>{email}</b> belongs to an account, an e-mail with a link is on its way. If it doesn’t arrive within a few minutes, check your spam folder.':
    'إذا كان <b>{email}</b> يخص حسابًا، فهناك رسالة برابط في طريقها إليه. إذا لم تصل خلال بضع دقائق، فيُرجى التحقق من مجلد الرسائل المزعجة.',
  'The link is valid for 24 hours.': 'الرابط صالح لمدة 24 ساعة.',
  'This server doesn’t send e-mail. If <b>{email}</b> belongs to an account, ask an owner of the organization for your link.':
    'لا يرسل هذا الخادم بريدًا إلكترونيًا. إذا كان <b>{email}</b> يخص حسابًا، فيمكنك طلب الرابط من أحد مالكي المنظمة.',
  'New password': 'كلمة المرور الجديدة',
  '6 to 100 characters.': 'من 6 أحرف إلى 100 حرف.',
  'Repeat password': 'تكرار كلمة المرور',
  'Request a new link on the sign-in page.': 'يُرجى طلب رابط جديد من صفحة تسجيل الدخول.',
  'Choose a password': 'اختيار كلمة مرور',
  'For the account of {name} ({email}). All devices have to sign in again, and the API key changes.':
    'لحساب {name} ({email}). سيلزم تسجيل الدخول من جديد على كل الأجهزة، ويتغيّر مفتاح API.',
  'Change password': 'تغيير كلمة المرور',
  'Password changed': 'تغيّرت كلمة المرور',
  'Sign in with your new password.': 'يُرجى تسجيل الدخول بكلمة المرور الجديدة.',
  'The passwords don’t match. Enter the same password twice.':
    'كلمتا المرور غير متطابقتين. يُرجى إدخال الكلمة نفسها مرتين.',
  'Fill in this field.': 'يُرجى ملء هذا الحقل.',
  'Enter at most {n} characters.': 'يُرجى إدخال {n} حرف على الأكثر.',
  optional: 'اختياري',
  'Your username or password is incorrect': 'اسم المستخدم أو كلمة المرور غير صحيحة',
  'The password is too weak. Use 6 to 100 characters.': 'كلمة المرور ضعيفة جدًا. يُرجى استخدام 6 أحرف إلى 100 حرف.',
  'Setup code': 'رمز الإعداد',
  'The server prints it when it starts, after “Set up”.': 'يطبعه الخادم عند بدء تشغيله، بعد «Set up».',
  Organization: 'المنظمة',
  'The name of your team, club or family. You can change it later.':
    'اسم فريقك أو ناديك أو عائلتك. يمكنك تغييره لاحقًا.',
  'Your name': 'اسمك',
  'Used to sign in. No e-mail is sent.': 'يُستخدم لتسجيل الدخول. لا يُرسَل بريد إلكتروني.',
  'Set up your server': 'إعداد خادمك',
  'You’ll be the owner of a new organization. You can change everything later.':
    'ستملك المنظمة الجديدة. يمكنك تغيير كل شيء لاحقًا.',
  'Set up': 'إعداد',
  'Already set up': 'تم الإعداد بالفعل',
  'This server already has an owner. Ask the owner for an invitation to join.':
    'لهذا الخادم مالك بالفعل. للانضمام، يمكنك طلب دعوة من المالك.',
  'Shown to other people.': 'يظهر للآخرين.',
  'Used to sign in.': 'يُستخدم لتسجيل الدخول.',
  'The link was used or revoked, or it has expired. Ask the person who sent it for a new one.':
    'استُخدم الرابط أو أُلغي أو انتهت صلاحيته. يمكنك طلب رابط جديد ممن أرسله.',
  'Join {organization}': 'الانضمام إلى {organization}',
  '{inviter} invited you.': 'تلقيت دعوة من {inviter}.',
  '{inviter} invited you as a guest.': 'تلقيت دعوة كضيف من {inviter}.',
  'You’re already signed in as {name}. This creates another account.':
    'سُجّل دخولك بالفعل باسم {name}. ينشئ هذا حسابًا آخر.',
  'You’re already signed in as {name}. This is another account.': 'سُجّل دخولك بالفعل باسم {name}. هذا حساب آخر.',
  'You get the account of <b>{name}</b> with your earlier messages.': 'ستحصل على حساب <b>{name}</b> مع رسائلك السابقة.',
  'Your account will use the address <b>{email}</b>.': 'سيستخدم حسابك العنوان <b>{email}</b>.',
  Continue: 'متابعة',
  Join: 'انضمام',
  'I already have an account': 'لديّ حساب بالفعل',
  'An e-mail with a link is on its way to <b>{email}</b>. If it doesn’t arrive within a few minutes, check your spam folder.':
    'رسالة برابط في طريقها إلى <b>{email}</b>. إذا لم تصل خلال بضع دقائق، فيُرجى التحقق من مجلد الرسائل المزعجة.',
  'Invitation required': 'الدعوة مطلوبة',
  'Ask a member of the organization to invite you.': 'يمكنك أن تطلب دعوة من أحد أعضاء المنظمة.',
  'Enter your e-mail address. You’ll get a link to create your account.':
    'يُرجى إدخال عنوان بريدك الإلكتروني. سيصلك رابط لإنشاء حسابك.',
  'Create account': 'إنشاء حساب',
  'The confirmation link has expired or been deactivated.': 'انتهت صلاحية رابط التأكيد أو لم يعد يعمل.',
  'This link is incomplete, or the account no longer exists.': 'هذا الرابط غير مكتمل، أو لم يعد الحساب موجودًا.',
  'The invitation link has expired or is not valid.': 'انتهت صلاحية رابط الدعوة أو أنه غير صالح.',
  'Account is deactivated.': 'الحساب معطّل.',
  'Disposable email addresses are not allowed in this organization':
    'عناوين البريد الإلكتروني المؤقتة غير مسموح بها في هذه المنظمة',
  'Enter a valid email address.': 'يُرجى إدخال عنوان بريد إلكتروني صالح.',
  'Invalid characters in name!': 'يحتوي الاسم على أحرف غير مسموح بها.',
  'Name too long!': 'الاسم طويل جدًا.',
  'Name too short!': 'الاسم قصير جدًا.',
  'This code is no longer valid. Restart the server to get a new one.':
    'لم يعد هذا الرمز صالحًا. للحصول على رمز جديد، يُرجى إعادة تشغيل الخادم.',
  'This password is easy to guess. Choose another password.':
    'كلمة المرور هذه سهلة التخمين. يُرجى اختيار كلمة مرور أخرى.',
  'Wrong code. Enter the code that the server printed when it started.':
    'رمز غير صحيح. يُرجى إدخال الرمز الذي طبعه الخادم عند بدء تشغيله.',
  'This password is too common. Choose another password.': 'كلمة المرور هذه شائعة جدًا. يُرجى اختيار كلمة مرور أخرى.',
  'This link has been used or has expired.': 'استُخدم هذا الرابط أو انتهت صلاحيته.',
  'This server is already set up.': 'أُعدّ هذا الخادم بالفعل.',
  'This sign-in link has been used or has expired. Ask the administrator for a new one.':
    'استُخدم رابط تسجيل الدخول هذا أو انتهت صلاحيته. يمكنك طلب رابط جديد من المدير.',
  'Unique names required in this organization.': 'يجب أن تكون الأسماء فريدة في هذه المنظمة.',
  'This link is no longer valid': 'لم يعد هذا الرابط صالحًا',
  'Go to the start page': 'الانتقال إلى صفحة البداية',
  'Open chat': 'فتح الدردشة',
  'Sign in to continue': 'يُرجى تسجيل الدخول للمتابعة',
  'Access denied': 'الوصول مرفوض',
  'Page not found': 'لم يُعثر على الصفحة',
  'The page may have been moved or deleted, or the link is incomplete.':
    'ربما نُقلت الصفحة أو حُذفت، أو أن الرابط غير مكتمل.',
  'This page can’t be opened this way. Go to the start page.':
    'لا يمكن فتح هذه الصفحة بهذه الطريقة. يُرجى الانتقال إلى صفحة البداية.',
  'Too many requests': 'طلبات كثيرة جدًا',
  'Your browser sent too many requests. Wait a minute, then try again.':
    'أرسل متصفحك طلبات كثيرة جدًا. يُرجى الانتظار دقيقة ثم المحاولة مرة أخرى.',
  'Something went wrong': 'حدث خطأ',
  'This is an error of the server. Try again, or ask the administrator to check the server’s log.':
    'هذا خطأ في الخادم. يُرجى المحاولة مرة أخرى، أو الطلب من المدير التحقق من سجل الخادم.',
  'Request failed': 'فشل الطلب',
  'Sign in to {organization}': 'تسجيل الدخول إلى {organization}',
  'This link signs in <b>{name}</b> ({email}) once.': 'يسجّل هذا الرابط دخول <b>{name}</b> ({email}) مرة واحدة.',
  'Change your e-mail address again in your settings.': 'يُرجى تغيير عنوان بريدك الإلكتروني من جديد في إعداداتك.',
  'Confirm your new e-mail address': 'تأكيد عنوان بريدك الإلكتروني الجديد',
  'The account of <b>{name}</b> will use <b>{address}</b> instead of {before} for signing in and for e-mail.':
    'سيستخدم حساب <b>{name}</b> العنوان <b>{address}</b> بدلًا من {before} لتسجيل الدخول وللبريد.',
  'Confirm address': 'تأكيد العنوان',
  'E-mail address changed': 'تغيّر عنوان البريد الإلكتروني',
  'Your account now uses the address <b>{address}</b>.': 'يستخدم حسابك الآن العنوان <b>{address}</b>.',
  'Choose which e-mails you receive in your settings.': 'يمكنك اختيار رسائل البريد التي تصلك في إعداداتك.',
  'Unsubscribe from these e-mails?': 'هل تريد إلغاء الاشتراك في هذه الرسائل؟',
  '{organization} will no longer send e-mails to <b>{email}</b> about what you missed while you were away.':
    'لن ترسل {organization} بعد الآن إلى <b>{email}</b> رسائل بريد عمّا فاتك أثناء غيابك.',
  '{organization} will no longer send e-mails to <b>{email}</b> about what happened while you were away for a week.':
    'لن ترسل {organization} بعد الآن إلى <b>{email}</b> رسائل بريد عمّا حدث أثناء غيابك لأسبوع.',
  '{organization} will no longer send e-mails to <b>{email}</b> about new sign-ins to your account.':
    'لن ترسل {organization} بعد الآن إلى <b>{email}</b> رسائل بريد عن عمليات تسجيل الدخول الجديدة إلى حسابك.',
  Unsubscribe: 'إلغاء الاشتراك',
  Unsubscribed: 'أُلغي الاشتراك',
  'You’ll no longer receive e-mails about {what}. You can turn them on again in your settings.':
    'لن تصلك بعد الآن رسائل بريد من هذا النوع: {what}. يمكنك تفعيلها من جديد في إعداداتك.',
  '{organization} is ready': '{organization} جاهزة',
  'You’re signed in as {name} ({email}), its owner.': 'سُجّل دخولك باسم {name} ({email})، مالك المنظمة.',
  Phone: 'الهاتف',
  'Install the Zulip app, then enter or scan this address.': 'ثبّت تطبيق Zulip، ثم أدخل هذا العنوان أو امسحه.',
  'This name only works on this computer. A phone needs the computer’s address in your network.':
    'لا يعمل هذا الاسم إلا على هذا الحاسوب. يحتاج الهاتف إلى عنوان الحاسوب في شبكتك.',
  'Phones can’t reach this address, because the server only accepts connections from this computer. Start it with <code>{command}</code> for your network, or see “Address” below.':
    'لا يمكن للهواتف الوصول إلى هذا العنوان، لأن الخادم لا يقبل الاتصالات إلا من هذا الحاسوب. يمكن تشغيله لشبكتك بالأمر <code>{command}</code>، أو انظر «العنوان» أدناه.',
  'Invite people': 'دعوة أشخاص',
  'Anyone with this link can join until {day}.': 'يمكن لأي شخص لديه هذا الرابط الانضمام حتى {day}.',
  'Anyone with this link can join.': 'يمكن لأي شخص لديه هذا الرابط الانضمام.',
  'For now, it only works on this computer.': 'لا يعمل حاليًا إلا على هذا الحاسوب.',
  'Create a link in the chat: <a href="/#organization/invitations/new">Invite people</a>.':
    'لإنشاء رابط في الدردشة: <a href="/#organization/invitations/new">دعوة أشخاص</a>.',
  'API access': 'الوصول إلى API',
  'Show your API key': 'إظهار مفتاح API الخاص بك',
  'Save this as <code>~/.zuliprc</code> for Zulip’s clients and bots. Anyone with this key can act as you. You can also find it under <a href="/#settings/account-and-privacy">Account and privacy</a>.':
    'يُحفظ هذا في <code>~/.zuliprc</code> لتطبيقات Zulip وبوتاته. يمكن لأي شخص لديه هذا المفتاح التصرف باسمك. ستجده أيضًا في <a href="/#settings/account-and-privacy">الحساب والخصوصية</a>.',
  'You can find your API key under <a href="/#settings/account-and-privacy">Account and privacy</a>. Read the <a href="/api">API reference</a>.':
    'ستجد مفتاح API الخاص بك في <a href="/#settings/account-and-privacy">الحساب والخصوصية</a>. للتفاصيل، اقرأ <a href="/api">مرجع API</a>.',
  'Next steps': 'الخطوات التالية',
  Address: 'العنوان',
  'To use your own domain with HTTPS:': 'لاستخدام نطاقك الخاص مع HTTPS:',
  Backup: 'النسخ الاحتياطي',
  'backs up while the server runs;': 'ينشئ نسخة احتياطية أثناء عمل الخادم؛',
  'makes a backup every day': 'ينشئ نسخة احتياطية كل يوم',
  'Outgoing e-mail': 'البريد الإلكتروني الصادر',
  'Optional:': 'اختياري:',
  'sends invitations and missed messages by e-mail': 'يرسل الدعوات والرسائل الفائتة بالبريد الإلكتروني',
  'The address {origin} as a QR code': 'العنوان {origin} كرمز QR',
  'The invitation link as a QR code': 'رابط الدعوة كرمز QR',
  'E-mails are sent within seconds. These haven’t been sent yet.': 'تُرسَل رسائل البريد خلال ثوانٍ. هذه لم تُرسَل بعد.',
  'This server doesn’t send e-mail. To turn it on, set <code>KLATCH_SMTP_URL</code> to a mail server. Until then, pass each link on to its recipient.':
    'لا يرسل هذا الخادم بريدًا إلكترونيًا. لتفعيل ذلك، عيّن <code>KLATCH_SMTP_URL</code> إلى خادم بريد. وحتى ذلك الحين، يلزم تمرير كل رابط إلى مستلمه.',
  'No e-mails are waiting to be sent.': 'لا رسائل بريد في انتظار الإرسال.',
  '{n} older e-mails aren’t shown.': 'رسائل بريد أقدم غير معروضة: {n}.',
  Invitation: 'دعوة',
  'Confirm e-mail address': 'تأكيد عنوان البريد الإلكتروني',
  'Confirm new e-mail address': 'تأكيد عنوان البريد الإلكتروني الجديد',
  'New sign-in': 'تسجيل دخول جديد',
  'Account deactivated': 'عُطّل الحساب',
  Welcome: 'ترحيب',
  'Export ready': 'التصدير جاهز',
  'Missed messages': 'رسائل فائتة',
  Digest: 'ملخص',
  Test: 'تجربة',
  '{n} attempt': 'عدد المحاولات: {n}',
  '{n} attempts': 'عدد المحاولات: {n}',
  'Not delivered yet: {reason}': 'لم تُسلَّم بعد: {reason}',
  'Couldn’t be delivered: {reason}': 'تعذر تسليمها: {reason}',
  'Try again': 'إعادة المحاولة',
  Remove: 'إزالة',
  'Sign in as': 'تسجيل الدخول باسم',
  'This is a temporary server. No password is needed.': 'هذا خادم مؤقت. لا حاجة إلى كلمة مرور.',
  'Sign in with a password': 'تسجيل الدخول بكلمة مرور',
  owner: 'مالك',
  administrator: 'مدير',
  moderator: 'مشرف',
  member: 'عضو',
  guest: 'ضيف',
  'The account {email} was deactivated. Ask an administrator of {organization} to reactivate it.':
    'عُطّل الحساب {email}. يمكنك أن تطلب من أحد مديري {organization} إعادة تفعيله.',
  'You were signed out because your session ended. Sign in again.':
    'انتهت جلستك وسُجّل خروجك. يُرجى تسجيل الدخول من جديد.',
  'A proxy at {from} forwards requests to this server, which does not trust it. All users share one rate limit, and links may be wrong. Start the server with --behind-proxy={address}.':
    'يمرّر وكيل على {from} الطلبات إلى هذا الخادم الذي لا يثق به. يتشارك كل المستخدمين حدًا واحدًا للطلبات، وقد تكون الروابط خاطئة. يُرجى تشغيل الخادم مع \u2066--behind-proxy={address}\u2069.',
  'The proxy at {from} does not send X-Forwarded-For. All users share one rate limit.':
    'الوكيل على {from} لا يرسل X-Forwarded-For. يتشارك كل المستخدمين حدًا واحدًا للطلبات.',
  'The proxy at {from} does not send X-Forwarded-Proto: the server cannot tell HTTPS from HTTP. Configure the proxy to send it, or start the server with --public-url.':
    'الوكيل على {from} لا يرسل X-Forwarded-Proto: لا يمكن للخادم تمييز HTTPS من HTTP. يُرجى ضبط الوكيل لإرساله، أو تشغيل الخادم مع \u2066--public-url\u2069.',
  "Your browser opened {sent}, but this server's address is {known}. If it is behind a proxy, configure the proxy to send X-Forwarded-Proto and X-Forwarded-Host, and start the server with --behind-proxy. Otherwise set --public-url.":
    'فتح متصفحك {sent}، لكن عنوان هذا الخادم هو {known}. إذا كان خلف وكيل، فيُرجى ضبط الوكيل لإرسال X-Forwarded-Proto وX-Forwarded-Host، وتشغيل الخادم مع \u2066--behind-proxy\u2069. وإلا فيُرجى تعيين \u2066--public-url\u2069.',
  'Continue with {provider}': 'المتابعة عبر {provider}',
  'Sign in again to confirm that it is you.': 'يُرجى تسجيل الدخول من جديد لتأكيد هويتك.',
  'Go back to the app': 'العودة إلى التطبيق',
  'Copy this code, then go back to the Zulip app. The code is valid for one minute.':
    'انسخ هذا الرمز، ثم عُد إلى تطبيق Zulip. الرمز صالح لدقيقة واحدة.',
  Code: 'الرمز',
  'Copy the code': 'نسخ الرمز',
  'Copied. Go back to the Zulip app now.': 'تم النسخ. يمكنك العودة إلى تطبيق Zulip الآن.',
  'Continue in your browser': 'المتابعة في المتصفح',
  'Sign in with {provider} in your browser. Then copy the code that you get there, and come back.':
    'سجّل الدخول عبر {provider} في متصفحك. ثم انسخ الرمز الذي يظهر هناك وعُد إلى هنا.',
  'Open the browser again': 'فتح المتصفح مرة أخرى',
  'This version of the app is too old for that. Install the current one.':
    'إصدار التطبيق هذا أقدم من أن يدعم ذلك. يُرجى تثبيت الإصدار الحالي.',
  'You did not finish the sign-in.': 'لم تُكمل تسجيل الدخول.',
  'The sign-in with {provider} failed. Start again.': 'فشل تسجيل الدخول عبر {provider}. يُرجى البدء من جديد.',
  '{provider} does not answer. Try again later.': 'لا يستجيب {provider}. يُرجى المحاولة لاحقًا.',
  'This sign-in was started in another browser, or more than ten minutes ago. Start again.':
    'بدأ تسجيل الدخول هذا في متصفح آخر، أو قبل أكثر من عشر دقائق. يُرجى البدء من جديد.',
  '{provider} does not confirm your e-mail address.': 'لا يؤكد {provider} عنوان بريدك الإلكتروني.',
  'No account here has your e-mail address.': 'لا يوجد هنا حساب بعنوان بريدك الإلكتروني.',
  'No account here has your e-mail address. To join, ask for an invitation.':
    'لا يوجد هنا حساب بعنوان بريدك الإلكتروني. للانضمام، يُرجى طلب دعوة.',
  'The account with your e-mail address belongs to another identity. Ask an administrator.':
    'الحساب الذي له عنوان بريدك الإلكتروني يخص هوية أخرى. يمكنك سؤال أحد المديرين.',
  'You signed out, or your sign-in was too long ago. Sign in and start again.':
    'سُجّل خروجك، أو مضى على تسجيل دخولك وقت طويل. يُرجى تسجيل الدخول والبدء من جديد.',
  'This account at {provider} is linked to another user.': 'هذا الحساب لدى {provider} مرتبط بمستخدم آخر.',
  'You have linked another account at {provider}. Unlink it first.':
    'ربطت حسابًا آخر لدى {provider}. يجب إلغاء ربطه أولًا.',
  'The invitation is for another e-mail address.': 'الدعوة لعنوان بريد إلكتروني آخر.',
  'Password authentication is disabled in this organization': 'تسجيل الدخول بكلمة المرور معطّل في هذه المنظمة',
  'Account is deactivated': 'الحساب معطّل',
  'Use a passkey': 'استخدام مفتاح مرور',
  'Sign in with a passkey': 'تسجيل الدخول بمفتاح مرور',
  'Your device, or your password manager, has passkeys that you added in your settings here.':
    'على جهازك أو في مدير كلمات المرور مفاتيح مرور أضفتها في إعداداتك هنا.',
  'The passkey did not work. Try again.': 'لم يعمل مفتاح المرور. يُرجى المحاولة مرة أخرى.',
  'This passkey is not known here.': 'مفتاح المرور هذا غير معروف هنا.',
  'Confirm your sign-in': 'تأكيد تسجيل دخولك',
  'From your authenticator app, or a recovery code.': 'من تطبيق المصادقة، أو رمز استرداد.',
  'From your authenticator app.': 'من تطبيق المصادقة.',
  Confirm: 'تأكيد',
  'Protect your account': 'حماية حسابك',
  '{organization} requires a second factor. Scan this code with an authenticator app, such as Aegis, 1Password or Google Authenticator.':
    'تطلب {organization} خطوة ثانية. يُمسح هذا الرمز بتطبيق مصادقة، مثل Aegis أو 1Password أو Google Authenticator.',
  'Or enter this secret there:': 'أو يُدخل هذا السر هناك:',
  'Protect the account': 'حماية الحساب',
  'This code is not correct, or it was used already.': 'هذا الرمز غير صحيح، أو سبق استخدامه.',
  'This sign-in has ended. Start again.': 'انتهى تسجيل الدخول هذا. يُرجى البدء من جديد.',
  'Save your recovery codes': 'احفظ رموز الاسترداد',
  'Each code replaces your second factor once. Keep them where you find them without your phone.':
    'يحل كل رمز محل خطوتك الثانية مرة واحدة. يُفضّل حفظها في مكان تجدها فيه من دون هاتفك.',
  'Sign in in your browser. Then copy the code that you get there, and come back.':
    'سجّل الدخول في متصفحك. ثم انسخ الرمز الذي يظهر هناك وعُد إلى هنا.',
};
