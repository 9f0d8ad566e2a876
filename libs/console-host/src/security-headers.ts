import type { ProviderOrigins } from './provider-origins.ts';

/** What reCAPTCHA asks a page to allow: https://developers.google.com/recaptcha/docs/faq */
const GOOGLE = {
  script: 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
  frame: 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
  connect: 'https://www.google.com/recaptcha/',
};

/** Where the provider comes back to, also in the hidden frame of a silent login, which is the console's own. */
const CALLBACK = '/callback';

/** The page may reach the API, the OpenID provider and the bot check, and nothing else. */
export const securityHeaders = (
  apiUrl: string,
  provider: ProviderOrigins,
  botCheck?: string,
  path = '/',
): Readonly<Record<string, string>> => {
  const check = botCheck === undefined ? GOOGLE : { script: botCheck, frame: '', connect: '' };
  const api = new URL(apiUrl).origin;
  const isFramed = path === CALLBACK;
  const policy = {
    'default-src': "'self'",
    'script-src': `'self' ${check.script}`,
    // Toasts and overlays bring style elements of their own.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'connect-src': `'self' ${api} ${api.replace(/^http/, 'ws')} ${provider.called.join(' ')} ${check.connect}`.trim(),
    'frame-src': `'self' ${provider.framed} ${check.frame}`.trim(),
    'worker-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': isFramed ? "'self'" : "'none'",
  };
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': isFramed ? 'SAMEORIGIN' : 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // Where the API has TLS the console has it, in front of this server.
    ...(apiUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
};
