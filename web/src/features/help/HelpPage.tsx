import { type ComponentType, Suspense, useEffect } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { lazyComponent } from '../../components/loading/lazy-component.tsx';
import { Page } from '../../components/Page.tsx';
import { paths } from '../../paths.ts';
import { helpText } from '../../text/help/pages.ts';
import classes from './HelpPage.module.css';
import { topics } from './topics.ts';

const texts: ReadonlyMap<string, ComponentType> = new Map(
  topics.map(({ name, load }) => [name, lazyComponent(load)]),
);

/** A page of our own, in plain words. */
export function HelpPage() {
  const { topic: name = '' } = useParams();
  const topic = topics.find((known) => known.name === name);
  const Text = texts.get(name);
  if (topic === undefined || Text === undefined) return <Navigate to={paths.dashboard} replace />;
  const { title, lead } = helpText.topics[topic.name];
  return (
    <Page title={title}>
      <article className={classes.page}>
        <header>
          <h1>{title}</h1>
          <p className={classes.lead}>{lead}</p>
        </header>
        <Suspense fallback={<div className={classes.waiting} />}>
          <Text key={name} />
          <AtHash />
        </Suspense>
      </article>
      <Others than={name} />
    </Page>
  );
}

/** Leads to the part of the text that the address names, which was not there yet when the page opened. */
function AtHash() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash.length > 1) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash]);
  return null;
}

function Others({ than }: { than: string }) {
  return (
    <nav className={classes.others} aria-label={helpText.otherTopics}>
      {topics
        .filter(({ name }) => name !== than)
        .map(({ name }) => (
          <Link key={name} to={`${paths.help}/${name}`}>
            {helpText.topics[name].title}
          </Link>
        ))}
    </nav>
  );
}
