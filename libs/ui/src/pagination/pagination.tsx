import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { pressed } from '../button/pressed.ts';
import { formatNumber } from '../format/format.ts';
import { Icon } from '../icon/icon.tsx';
import { clampPage, pageCount, pageItems } from './pages.ts';
import * as styles from './pagination.css.ts';

export type PaginationProps = {
  /** Starts at 1. */
  page: number;
  count: number;
  size: number;
  /** False if `count` is a lower bound: shown as '10,000+', without a last page. Default: true. */
  isExact?: boolean;
  onPageChange: (page: number, options: { replace: boolean }) => void;
  /** True if `count` belongs to an earlier query. The component then does not correct the page. */
  isBusy?: boolean;
};

const Step = ({
  to,
  label,
  ...rest
}: {
  to: number;
  label: 'Prev' | 'Next';
  isDisabled: boolean;
  go: (page: number) => void;
}) => (
  <button
    type="button"
    className={styles.page}
    disabled={rest.isDisabled}
    onClick={pressed(() => rest.go(to))}
    aria-label={label}
  >
    {label === 'Prev' && <Icon of={ChevronLeft} />}
    <span className={styles.word}>{label}</span>
    {label === 'Next' && <Icon of={ChevronRight} />}
  </button>
);

/** Page navigation, hidden for a single page. Moves to the last page if the current page no longer exists. */
export const Pagination = ({ page, count, size, onPageChange, isBusy = false, isExact = true }: PaginationProps) => {
  const pages = pageCount(count, size);
  const current = clampPage(page, pages);
  useEffect(() => {
    if (!isBusy && current !== page) onPageChange(current, { replace: true });
  }, [isBusy, current, page, onPageChange]);
  if (count <= size) return null;
  const go = (to: number) => onPageChange(to, { replace: false });
  return (
    <nav aria-label="Pagination" className={styles.strip}>
      <p className={styles.summary}>
        {formatNumber((current - 1) * size + 1)}–{formatNumber(Math.min(current * size, count))} of{' '}
        {formatNumber(count)}
        {!isExact && '+'}
      </p>
      <ul className={styles.list}>
        <li>
          <Step to={current - 1} label="Prev" isDisabled={current === 1} go={go} />
        </li>
        {pageItems(current, pages).map((item, index) => (
          <li key={item === 'gap' ? `gap-${index}` : item}>
            {item === 'gap' ? (
              <span aria-hidden className={styles.gap}>
                …
              </span>
            ) : (
              <button
                type="button"
                className={styles.page}
                onClick={pressed(() => go(item))}
                aria-label={`Page ${item}`}
                {...(item === current && { 'aria-current': 'page' })}
              >
                {item}
              </button>
            )}
          </li>
        ))}
        {!isExact && (
          <li>
            <span aria-hidden className={styles.gap}>
              …
            </span>
          </li>
        )}
        <li>
          <Step to={current + 1} label="Next" isDisabled={current === pages} go={go} />
        </li>
      </ul>
    </nav>
  );
};
