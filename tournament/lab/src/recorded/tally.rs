//! Quality of each agent's decisions over all games of an analysis.

use agents::review::{Quality, Verdict};
use course::AnalysedGame;
use runner::terminal::{aligned, interval, percent};
use statistics::BlockedMean;
use std::collections::BTreeMap;

/// Losses and verdicts by agent, over all analysed games.
#[derive(Default)]
pub struct LossTally {
    agents: BTreeMap<String, OfAgent>,
    /// The deck of the current block.
    deck: Option<String>,
}

#[derive(Default)]
struct OfAgent {
    lost: BlockedMean,
    accuracy: BlockedMean,
    critical_loss: BlockedMean,
    decisions: u64,
    verdicts: BTreeMap<Verdict, u64>,
}

impl LossTally {
    /// Adds a game. Consecutive games with one deck form a block, because they are not independent.
    pub fn add(&mut self, game: &AnalysedGame) {
        if self.deck.as_ref() != Some(&game.seed) {
            self.close_block();
            self.deck = Some(game.seed.clone());
        }
        let mut qualities: BTreeMap<_, Quality> = BTreeMap::new();
        for decision in &game.decisions {
            qualities.entry(&decision.agent).or_default().add(&decision.judgement);
            let agent = self.agents.entry(decision.agent.clone()).or_default();
            agent.decisions += 1;
            if let Some(lost) = decision.judgement.lost {
                agent.lost.add(lost);
                if decision.judgement.is_critical() {
                    agent.critical_loss.add(lost);
                }
            }
            if let Some(verdict) = decision.judgement.verdict {
                *agent.verdicts.entry(verdict).or_default() += 1;
            }
        }
        for (label, agent) in &mut self.agents {
            if let Some(share) = qualities.get(label).and_then(|quality| quality.accuracy()) {
                agent.accuracy.add(share);
            }
        }
    }

    fn close_block(&mut self) {
        for OfAgent { lost, accuracy, critical_loss, .. } in self.agents.values_mut() {
            for mean in [lost, accuracy, critical_loss] {
                mean.close_block(0);
            }
        }
    }

    /// Whether no decision has been added.
    pub fn is_empty(&self) -> bool {
        self.agents.is_empty()
    }

    /// Returns a table with a row for each agent, in ascending order of mean loss.
    pub fn table(mut self) -> String {
        self.close_block();
        let mut agents: Vec<_> = self.agents.iter().collect();
        let mean = |agent: &OfAgent| agent.lost.mean().unwrap_or(f64::INFINITY);
        agents.sort_by(|(_, one), (_, other)| mean(one).total_cmp(&mean(other)));
        let rows = agents.into_iter().map(|(label, agent)| {
            let OfAgent { lost, accuracy, critical_loss, decisions, verdicts } = agent;
            let mean_with_interval = |mean: &BlockedMean| {
                let (low, high) = mean.share_interval().unzip();
                [percent(mean.mean()), interval(low, high, percent)]
            };
            let mut row = vec![label.clone(), decisions.to_string(), lost.count().to_string()];
            row.extend([lost, accuracy].map(mean_with_interval).into_iter().flatten());
            row.extend([critical_loss.count().to_string(), percent(critical_loss.mean())]);
            let count = |verdict| verdicts.get(&verdict).copied().unwrap_or_default().to_string();
            row.extend(Verdict::ALL.map(count));
            row
        });
        let header =
            "agent,decisions,judged,mean loss,95% CI,accuracy,95% CI,critical,critical loss";
        let header: Vec<_> = header.split(',').chain(Verdict::ALL.map(Verdict::plural)).collect();
        aligned(&header, 1, rows.collect())
    }
}
