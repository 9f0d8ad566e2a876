/** Of every question about the inbox: what is changed there is asked for again by it. */
export const NOTICES_KEY = ['notices'];
