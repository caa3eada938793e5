import type { Catalog } from './catalog.ts';

/** The panel 'Time in range': periods and dates, numbers, chart, profile, settings and the printed report. */
export const timeInRangeText = {
  title: 'Time in range',
  loading: 'Loading',
  asTable: ({ about }: { about: string }) => `As a table<about>: ${about}</about>`,
  /** What is not known, in a table. */
  unknown: '–',
  menu: { label: 'Time in range menu', settings: 'Settings', report: 'Print a report' },
  period: {
    label: 'Period',
    hours: ({ hours }: { hours: number }) => `${hours}\u00a0hours`,
    days: ({ days }: { days: number }) => (days === 1 ? '1\u00a0day' : `${days}\u00a0days`),
    dates: ({ from, until }: { from: string; until: string }) =>
      from === until ? from : `${from} to ${until}`,
    otherDates: 'Other dates',
    otherDatesShort: 'Dates',
    first: 'From',
    last: 'To',
    show: 'Show',
    noReadings: ({ length }: { length: string }) =>
      `There are no readings in the last ${length}. Your statistics will appear here once readings arrive: time in range, lows and highs, and your typical day.`,
    noReadingsIn: ({ dates }: { dates: string }) => `There are no readings for ${dates}. Choose other dates.`,
  },
  report: {
    title: 'Glucose report',
    dates: ({ dates, timeZone }: { dates: string; timeZone: string | null }) =>
      timeZone === null ? dates : `${dates}, ${timeZone}`,
    product: 'Tealight',
    goalsFor: ({ people }: { people: string }) => `Goals for ${people}`,
  },
  headline: {
    target: ({ percent, limits, unit }: { percent: string; limits: string; unit: string }) =>
      `<percent>${percent}</percent>in target, ${limits} ${unit}`,
    targetOf: (values: { percent: string; limits: string; unit: string; time: string }) =>
      `<percent>${values.percent}</percent>in target, ${values.limits} ${values.unit}, of the ${values.time} with readings`,
  },
  bands: {
    timeADay: ({ time }: { time: string }) => `${time} a day`,
    withLimits: ({ band, limits, unit }: { band: string; limits: string; unit: string }) =>
      `${band}, ${limits} ${unit}`,
  },
  numbers: {
    mean: 'Mean glucose',
    meanNote: ({ lowest, highest }: { lowest: string; highest: string }) => `from ${lowest} to ${highest}`,
    gmi: 'GMI',
    gmiNote: 'like an HbA1c',
    cv: 'Variation (CV)',
    cvNote: 'target: 36% or less',
    riskIndex: 'Risk index (GRI)',
    riskIndexNote: ({ zone }: { zone: string }) => `zone ${zone}, A is best`,
    readings: 'Readings',
    readingsNote: 'of those expected',
  },
  comparison: {
    caption: 'Time in range and the period before',
    what: 'What',
    last: ({ length }: { length: string }) => `Last ${length}`,
    time: 'Time',
    before: ({ length }: { length: string }) => `The ${length} before`,
    standardDeviation: 'Standard deviation',
    extremes: 'Lowest to highest',
    fromTo: ({ lowest, highest }: { lowest: string; highest: string }) => `${lowest} to ${highest}`,
    coverage: 'Readings of those expected',
  },
  events: {
    title: 'Lows and highs',
    count: ({ lows, highs, length }: { lows: number; highs: number; length: string }) =>
      `${lows === 0 ? 'No lows' : lows === 1 ? '1 low' : `${lows} lows`} and ${highs === 0 ? 'no highs' : highs === 1 ? '1 high' : `${highs} highs`} of 15 minutes or more in ${length}.`,
    low: ({ glucose }: { glucose: string }) => `Low, down to <glucose>${glucose}</glucose>`,
    high: ({ glucose }: { glucose: string }) => `High, up to <glucose>${glucose}</glucose>`,
    over: ({ from, to, span }: { from: string; to: string; span: string }) => `${from} to ${to}, ${span}`,
    overProlonged: ({ from, to, span }: { from: string; to: string; span: string }) =>
      `${from} to ${to}, ${span}, prolonged`,
    ongoing: ({ from, span }: { from: string; span: string }) => `since ${from}, ${span} so far`,
    ongoingProlonged: ({ from, span }: { from: string; span: string }) =>
      `since ${from}, ${span} so far, prolonged`,
    more: ({ count }: { count: number }) => `Show ${count} more`,
  },
  goals: {
    title: 'Goals',
    below: ({ limit }: { limit: string }) => `Below ${limit}`,
    within: ({ from, to }: { from: string; to: string }) => `In ${from}–${to}`,
    above: ({ limit }: { limit: string }) => `Above ${limit}`,
    lessMet: ({ percent }: { percent: number }) => `goal less than ${percent}%: met`,
    lessNotMet: ({ percent }: { percent: number }) => `goal less than ${percent}%: not met`,
    moreMet: ({ percent }: { percent: number }) => `goal more than ${percent}%: met`,
    moreNotMet: ({ percent }: { percent: number }) => `goal more than ${percent}%: not met`,
  },
  people: {
    adult: 'adults',
    older: 'older people or those at high risk',
    pregnancy: 'pregnancy with type 1',
  },
  footnote: {
    source: ({ people }: { people: string }) =>
      `Bands and goals of the international consensus for ${people}, weighted by time.`,
    change: 'Change',
    notAdvice: 'This is not medical advice: discuss your goals with your care team.',
  },
  profile: {
    title: 'Typical day (AGP)',
    last: ({ length }: { length: string }) => `The last ${length}, combined into one day.`,
    dates: ({ length }: { length: string }) => `These ${length}, combined into one day.`,
    timeZone: ({ timeZone }: { timeZone: string }) => `Times are those of ${timeZone}.`,
    median: 'median',
    middleHalf: 'middle 50%',
    middleMost: 'middle 90%',
    table: 'Typical day (AGP), by the hour',
    columns: {
      time: 'Time',
      p5: 'Lowest 5%',
      p25: 'Lowest 25%',
      p50: 'Middle',
      p75: 'Highest 25%',
      p95: 'Highest 5%',
    },
  },
  chart: {
    title: 'Glucose',
    /** The panel of a reader who sees the chart and nothing before. */
    panel: 'Last 24 hours',
    spans: 'How far the chart looks back',
    last: ({ hours }: { hours: number }) => `Glucose of the last ${hours} hours`,
    until: ({ hours, end }: { hours: number; end: string }) => `Glucose of ${hours} hours until ${end}`,
    /** The heading: the marked part is in print only. */
    headingLast: ({ hours }: { hours: number }) => `Glucose<printed>, last ${hours} hours</printed>`,
    headingUntil: ({ hours, end }: { hours: number; end: string }) =>
      `Glucose<printed> of ${hours} hours until ${end}</printed>`,
    shownUntil: ({ hours, end }: { hours: number; end: string }) => `${hours} hours until ${end}`,
    noReadings: 'No readings',
    noReadingsHere: 'No readings in this time',
    earlier: 'Earlier',
    later: 'Later',
    now: 'Now',
    day: 'Day',
    columns: { time: 'Time', glucose: 'Glucose', zone: 'Zone' },
  },
  compare: {
    label: 'Compare with',
    none: 'Compare',
    dayBefore: 'Day before',
    weekBefore: 'Week before',
    otherDay: 'Another day',
    date: 'Day to compare with',
    isDayBefore: 'The gray line is the same time a day before.',
    isWeekBefore: 'The gray line is the same time a week before.',
    isOtherDay: ({ day }: { day: string }) => `The gray line is the same time on ${day}.`,
    noReadings: ({ day }: { day: string }) => `There are no readings at the same time on ${day}.`,
    notLoaded: ({ day }: { day: string }) => `The readings of ${day} could not be loaded. Choose it again.`,
  },
  dayByDay: {
    title: 'Day by day',
    notLoaded: 'Not loaded',
    noReadings: 'No readings',
    fromTo: ({ lowest, highest }: { lowest: string; highest: string }) => `${lowest} to ${highest}`,
  },
  settings: {
    title: 'Settings of time in range',
    goalsFor: 'Goals for',
    goalsForNote: 'Bands and goals follow the international consensus',
    timeZone: 'Time zone',
    timeZoneNote: 'For your statistics and the night of your lamps',
    keep: 'Keep my readings',
    keepAll: 'for as long as I have an account',
    keepDays: ({ days }: { days: number }) => `${days} days`,
    keepMonths: ({ months }: { months: number }) => `${months} months`,
    keepYears: ({ years }: { years: number }) => (years === 1 ? '1 year' : `${years} years`),
    erases: ({ days }: { days: number }) =>
      `Readings older than ${days} days are erased for good as soon as you save.`,
    patterns: 'Show patterns in charts',
    patternsNote: 'Patterns beside colors, in this browser',
    cancel: 'Cancel',
    save: 'Save',
    saveAndErase: 'Save and erase',
    saved: 'Your settings are saved',
  },
} as const satisfies Catalog;
