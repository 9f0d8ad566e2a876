/** What reCAPTCHA asks a page to allow: https://developers.google.com/recaptcha/docs/faq */
const GOOGLE = {
  script: 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
  frame: 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
  connect: 'https://www.google.com/recaptcha/',
};

/** The page may reach the API, the OpenID provider and the bot check, and nothing else. */
export const securityHeaders = (
  apiUrl: string,
  issuer: string,
  botCheck?: string,
): Readonly<Record<string, string>> => {
  const check = botCheck === undefined ? GOOGLE : { script: botCheck, frame: '', connect: '' };
  const api = new URL(apiUrl).origin;
  const provider = new URL(issuer).origin;
  const policy = {
    'default-src': "'self'",
    'script-src': `'self' ${check.script}`,
    // Toasts and overlays bring style elements of their own.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'connect-src': `'self' ${api} ${api.replace(/^http/, 'ws')} ${provider} ${check.connect}`.trim(),
    'frame-src': `${provider} ${check.frame}`.trim(),
    // Refresh tokens are kept in a worker that the sign-on library makes.
    'worker-src': "'self' blob:",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  };
};
