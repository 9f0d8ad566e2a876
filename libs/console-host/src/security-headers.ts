import type { ProviderOrigins } from './provider-origins.ts';

/** The sources that a page must allow for reCAPTCHA: https://developers.google.com/recaptcha/docs/faq */
const GOOGLE = {
  script: 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
  frame: 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
  connect: 'https://www.google.com/recaptcha/',
};

/** The path that the provider redirects to, also in the hidden frame of a silent login. The console may therefore frame this path. */
const CALLBACK = '/callback';

/** The page may connect only to the API, the OpenID provider and the bot check. */
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
    // Toasts and overlays insert their own style elements.
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
    // If the API uses TLS, so does the console, through a proxy in front of this server.
    ...(apiUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
};
