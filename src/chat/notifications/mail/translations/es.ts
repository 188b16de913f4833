import type { Addressed, MailText, Words } from './en.ts';

// The texts of mails in Spanish.

const account = ({ organization }: { organization: string }): string =>
  `Recibes este correo porque tienes una cuenta en ${organization}.`;
const ask = 'Si no lo has pedido tú, puedes ignorar este correo.';
const list = (names: readonly string[]): string => new Intl.ListFormat('es').format(names);

const changed = ({ name, organization }: Addressed, subject: string, what: string): MailText => ({
  subject,
  blocks: [
    `Hola, ${name}:`,
    what,
    'Si no has sido tú, ponte en contacto de inmediato con un administrador de tu organización.',
  ],
  why: account({ organization }),
});

export const es: Words = {
  invitation: ({ inviter, organization, url, account }) => ({
    subject: `${inviter} te invita a unirte a ${organization}`,
    blocks: [
      'Hola:',
      `${inviter} te invita a unirte al chat de equipo de ${organization}.`,
      ...(account === undefined ? [] : [`Recibirás la cuenta de ${account} con tus mensajes anteriores.`]),
      { label: 'Aceptar invitación', url },
      'Si no quieres unirte, puedes ignorar este correo.',
    ],
    why: `Recibes este correo porque ${inviter} indicó tu dirección. No recibirás más correos, salvo que te inviten de nuevo.`,
  }),
  confirmAddress: ({ organization, url }) => ({
    subject: `Confirma tu dirección de correo para ${organization}`,
    blocks: [
      'Hola:',
      `Para unirte a ${organization} con esta dirección, confirma tu dirección de correo.`,
      { label: 'Confirmar dirección de correo', url },
      ask,
    ],
    why: `Recibes este correo porque alguien indicó tu dirección para unirse a ${organization}.`,
  }),
  confirmNewAddress: ({ name, organization, email, url }) => ({
    subject: `Confirma tu nueva dirección de correo para ${organization}`,
    blocks: [
      `Hola, ${name}:`,
      `Para usar ${email} en tu cuenta de ${organization}, abre este enlace antes de 24 horas:`,
      { label: 'Confirmar nueva dirección', url },
      ask,
    ],
    why: `Recibes este correo porque alguien indicó esta dirección para una cuenta de ${organization}.`,
  }),
  addressChanged: ({ name, organization, email }) => ({
    subject: `Se cambió tu dirección de correo para ${organization}`,
    blocks: [
      `Hola, ${name}:`,
      `La dirección de correo de tu cuenta en ${organization} es ahora ${email}. Ya no se envían correos a tu dirección anterior.`,
      'Si no la has cambiado tú, ponte en contacto de inmediato con un administrador de tu organización.',
    ],
    why: account({ organization }),
  }),
  welcome: ({ name, organization, email, url, passwordUrl }) => ({
    subject: `Te damos la bienvenida a ${organization}`,
    blocks: [
      `Hola, ${name}:`,
      `Ya tienes una cuenta en ${organization}. Inicia sesión con ${email}.`,
      passwordUrl === undefined ? { label: 'Abrir Klatch', url } : { label: 'Elegir una contraseña', url: passwordUrl },
      `También puedes usar las aplicaciones de Zulip para teléfonos y ordenadores. Introduce en ellas la dirección ${url}.`,
      'En tus ajustes puedes elegir qué correos recibes.',
    ],
    why: account({ organization }),
  }),
  passwordReset: ({ name, organization, url }) => ({
    subject: `Restablece tu contraseña de ${organization}`,
    blocks: [
      `Hola, ${name}:`,
      `Usa este enlace para elegir una contraseña nueva para tu cuenta de ${organization}. Es válido durante 24 horas y funciona una vez.`,
      { label: 'Elegir contraseña nueva', url },
      ask,
    ],
    why: account({ organization }),
  }),
  passwordChanged: ({ name, organization }) => ({
    subject: `Se cambió tu contraseña de ${organization}`,
    blocks: [
      `Hola, ${name}:`,
      `Se cambió la contraseña de tu cuenta de ${organization}. Todos tus dispositivos tienen que iniciar sesión de nuevo.`,
      'Si no la has cambiado tú, ponte en contacto de inmediato con un administrador de tu organización.',
    ],
    why: account({ organization }),
  }),
  securityChange: {
    password: (to) =>
      changed(
        to,
        `Se cambió tu contraseña de ${to.organization}`,
        `Se cambió la contraseña de tu cuenta de ${to.organization}. Todos tus demás dispositivos tienen que iniciar sesión de nuevo.`,
      ),
    authenticatorAdded: (to) =>
      changed(
        to,
        `Aplicación de autenticación añadida en ${to.organization}`,
        `Se añadió una aplicación de autenticación a tu cuenta de ${to.organization}. A partir de ahora necesitas uno de sus códigos para iniciar sesión.`,
      ),
    authenticatorRemoved: (to) =>
      changed(
        to,
        `Aplicación de autenticación quitada en ${to.organization}`,
        `Se quitó la aplicación de autenticación de tu cuenta de ${to.organization}. Ya no hacen falta sus códigos para iniciar sesión.`,
      ),
    passkeyAdded: (to) =>
      changed(
        to,
        `Clave de acceso añadida en ${to.organization}`,
        `Se añadió la clave de acceso «${to.detail}» a tu cuenta de ${to.organization}. Con ella se puede iniciar sesión.`,
      ),
    passkeyRemoved: (to) =>
      changed(
        to,
        `Clave de acceso quitada en ${to.organization}`,
        `Se quitó la clave de acceso «${to.detail}» de tu cuenta de ${to.organization}. Ya no se puede iniciar sesión con ella.`,
      ),
    recoveryCodes: (to) =>
      changed(
        to,
        `Nuevos códigos de recuperación en ${to.organization}`,
        `Tu cuenta de ${to.organization} tiene nuevos códigos de recuperación. Los anteriores ya no funcionan.`,
      ),
    secondFactorsReset: (to) =>
      changed(
        to,
        `Segundos factores quitados en ${to.organization}`,
        `El administrador del servidor quitó la aplicación de autenticación, las claves de acceso y los códigos de recuperación de tu cuenta de ${to.organization}. Añade otros la próxima vez que inicies sesión.`,
      ),
    identityLinked: (to) =>
      changed(
        to,
        `${to.detail} vinculado en ${to.organization}`,
        `Tu cuenta de ${to.organization} se vinculó a tu cuenta de ${to.detail}. A partir de ahora puedes iniciar sesión con ella.`,
      ),
    identityUnlinked: (to) =>
      changed(
        to,
        `${to.detail} desvinculado en ${to.organization}`,
        `Tu cuenta de ${to.organization} ya no está vinculada a tu cuenta de ${to.detail}.`,
      ),
    identitiesUnlinked: (to) =>
      changed(
        to,
        `Proveedores de identidad desvinculados en ${to.organization}`,
        `Tu cuenta de ${to.organization} ya no está vinculada a ningún proveedor de identidad. El próximo inicio de sesión con uno de ellos la vinculará de nuevo.`,
      ),
  },
  signIn: ({ name, organization, device, ip, time, url }) => ({
    subject: `Nuevo inicio de sesión desde ${device}`,
    blocks: [
      `Hola, ${name}:`,
      `Hubo un nuevo inicio de sesión en tu cuenta de ${organization}:`,
      { quote: `${device}\n${ip}\n${time}` },
      'Si has sido tú, no tienes que hacer nada. Si no, cambia ahora tu contraseña para cerrar la sesión en todos los dispositivos:',
      { label: 'Elegir contraseña nueva', url },
    ],
    why: account({ organization }),
  }),
  deactivated: ({ name, organization, by, comment }) => ({
    subject: `Se desactivó tu cuenta en ${organization}`,
    blocks: [
      `Hola, ${name}:`,
      `Se desactivó tu cuenta en ${organization}. Ya no puedes iniciar sesión.`,
      ...(comment === '' ? [] : [`${by} escribió:`, { quote: comment }]),
    ],
    why: `Recibes este correo porque tenías una cuenta en ${organization}.`,
  }),
  exportReady: ({ name, organization, url }) => ({
    subject: `La exportación de ${organization} está lista`,
    blocks: [
      `Hola, ${name}:`,
      `La exportación de los datos de ${organization} que pediste está lista. Puedes descargarla en los ajustes.`,
      { label: 'Abrir ajustes', url },
    ],
    why: account({ organization }),
  }),
  ownExportReady: ({ name, organization, url }) => ({
    subject: `La exportación de tus datos en ${organization} está lista`,
    blocks: [
      `Hola, ${name}:`,
      'La exportación de tus datos está lista. Puedes descargarla en tus ajustes durante siete días.',
      { label: 'Abrir ajustes', url },
    ],
    why: account({ organization }),
  }),
  test: ({ organization, url }) => ({
    subject: `Correo de prueba de ${organization}`,
    blocks: [
      'Hola:',
      `Este es un correo de prueba. Los correos de ${organization} te llegan.`,
      { label: 'Abrir Klatch', url },
    ],
    why: 'Recibes este correo porque el administrador del servidor envió una prueba a tu dirección.',
  }),

  announcement: {
    why: ({ sender, organization }, audience) =>
      `${sender}, de la administración de ${organization}, envió este correo ${audience}. Lo recibes porque tienes una cuenta en ${organization}.`,
    audience: {
      everyone: () => 'a todos los miembros',
      role: () => 'a todos los miembros con tu rol',
      group: (name) => (name === '' ? 'a un grupo de miembros' : `al grupo ${name}`),
      channel: (name) => `a los suscriptores de #${name}`,
    },
  },

  missed: {
    direct: (senders) => `Mensajes directos de ${senders}`,
    group: (people) => `Mensajes directos en grupo con ${people}`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: (first, others) => `${first} y ${others} ${others === 1 ? 'conversación más' : 'conversaciones más'}`,
    hidden: (organization) => `Mensajes nuevos en ${organization}`,
    and: (names) => (names.length > 3 ? `${names.slice(0, 2).join(', ')} y ${names.length - 2} más` : list(names)),
    hiddenText: (count, organization) =>
      `Tienes ${count === 1 ? 'un mensaje nuevo' : `${count} mensajes nuevos`} en ${organization}. Este correo no incluye el texto de los mensajes por tus ajustes o los de tu organización.`,
    open: 'Abrir conversación',
    openAll: 'Abrir Klatch',
    reply: 'Responde en el chat. Las respuestas a este correo no se leen.',
    because: {
      direct_message: 'recibiste un mensaje directo',
      mentioned: 'te mencionaron',
      topic_wildcard_mentioned: 'se mencionó a todos en el tema',
      stream_wildcard_mentioned: 'se mencionó a todos en el canal',
      followed_topic: 'sigues este tema',
      channel: 'activaste las notificaciones por correo de este canal',
    },
    why: (causes) => `Recibes este correo porque, mientras no estabas: ${list(causes)}.`,
    unsubscribe: 'Cancelar la suscripción a los correos sobre mensajes perdidos',
    dropped: (count) =>
      `${count} ${count === 1 ? 'mensaje anterior no se muestra' : 'mensajes anteriores no se muestran'} aquí.`,
    generalChat: 'chat general',
  },
  digest: {
    subject: (organization) => `Qué ha pasado en ${organization}`,
    intro: (count) => `Has recibido ${count === 1 ? 'un mensaje' : `${count} mensajes`} desde tu última visita.`,
    conversation: (count, people) => `${count} ${count === 1 ? 'mensaje' : 'mensajes'} de ${people}`,
    why: 'Recibes este correo porque no has entrado desde hace una semana.',
    unsubscribe: 'Cancelar la suscripción a los resúmenes',
  },
  welcomeMessage: ({ name, organization }) => [
    `Hola, **${name}**. ¡Te damos la bienvenida a ${organization}!`,
    '',
    '* Las conversaciones tienen lugar en **canales**. Cada conversación de un canal tiene un **tema**. Explora los canales para ver de qué se habla.',
    '* Envía **mensajes directos** para hablar en privado con una o varias personas.',
    '* Haz pruebas aquí: solo tú puedes leer esta conversación. Envía texto en **negrita**, `código` o :wave:.',
  ],
  unsubscribeSignIn: 'Cancelar la suscripción a los correos sobre inicios de sesión',
};
