import { lazy, Suspense } from 'react';
import { Navigate, useParams } from 'react-router';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/Page.tsx';
import classes from './HelpPage.module.css';
import { topics } from './topics.ts';

const texts = Object.fromEntries(topics.map(({ name, load }) => [name, lazy(load)]));

/** A page of our own, in plain words. */
export function HelpPage() {
  const { topic: name } = useParams();
  const topic = topics.find((known) => known.name === name);
  const Text = texts[topic?.name ?? ''];
  if (topic === undefined || Text === undefined) return <Navigate to={paths.dashboard} replace />;
  return (
    <Page title={topic.title}>
      <article className={classes.page}>
        <h1>{topic.title}</h1>
        <Suspense fallback={null}>
          <Text />
        </Suspense>
      </article>
    </Page>
  );
}
