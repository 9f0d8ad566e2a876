/** A mail that asks its reader to follow one link. `notes`: small print below the link. */
type LinkMail = {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  action: string;
  link: string;
  notes: readonly string[];
};

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** Formats the mail as text and HTML without remote content. */
export function linkMail(mail: LinkMail): { subject: string; text: string; html: string } {
  const { subject, heading, paragraphs, action, notes } = mail;
  const link = escape(mail.link);
  const text = [...paragraphs, mail.link, ...notes].join('\n\n');
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f5f6f8;color:#1d2330;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dfe3ea;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:20px">${escape(heading)}</h1>
<p>${paragraphs.map(escape).join(' ')}</p>
<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f6b5c;color:#ffffff;text-decoration:none;font-weight:600">${escape(action)}</a></p>
<p style="color:#565f70;font-size:14px">${notes.map(escape).join(' ')}</p>
<p style="color:#565f70;font-size:13px;overflow-wrap:anywhere">${link}</p>
</div></body></html>
`;
  return { subject, text: `${text}\n`, html };
}
